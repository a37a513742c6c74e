/**
 * Reports a sample of uncaught errors to the site (docs/use/client-errors.md). This is the first script of a page,
 * because errors may occur before any module has loaded. It is a single file, because a script that reports missing
 * files must not depend on other files.
 */

import {
  CLIENT_ERRORS_PATH,
  type ClientError,
  type ClientErrorKind,
  errorName,
  fileOf,
  framesOf,
  redactMessage,
} from '#src/contract/reports/client-errors.ts';
import { isMissingModule } from '#src/lib/missing-module.ts';
import { whenShown } from '#src/lib/when-shown.ts';
import { consent } from '../deferred/consent.ts';
import { hasOptedOut } from '../deferred/privacy-signals.ts';

const MAX_REPORTS = 5;
/**
 * Delay before an error is sent. Leaving a page aborts its requests, which is not an error; after this delay, the page
 * that the visitor left has usually been unloaded.
 */
const SETTLE_MS = 500;
/**
 * Messages that are not reported: errors in scripts of other origins, whose details browsers hide, and harmless
 * ResizeObserver loops.
 */
const NOISE = /^Script error|^ResizeObserver loop/;

/** React's hydration mismatch errors (https://react.dev/errors). */
const MISMATCH = /^Minified React error #4(?:18|19|2[1-5])\b/;

/** Details of the error events of Astro's islands and module loader. */
interface ErrorDetail {
  readonly detail?: { readonly error?: unknown } | undefined;
}

/** The message and position of an ErrorEvent, for thrown values without a stack. */
type Thrown = Pick<ErrorEvent, 'message' | 'filename' | 'lineno' | 'colno'>;

/** The attributes of the script's element. */
export interface ReportOptions {
  /** Kind of the page; its address is never sent. */
  readonly page: string;
  /** Share of page loads that report errors, 0 to 1. */
  readonly share: number;
  /** Whether to send nothing until the visitor has given consent. */
  readonly needsConsent: boolean;
}

export function reportErrors({ page, share, needsConsent }: ReportOptions): void {
  if (Math.random() >= share || hasOptedOut()) return;
  const place = { origin: location.origin, page: location.href.split(/[?#]/)[0] ?? '' };
  const reportedKeys = new Set<string>();
  /** Callbacks that send or drop pending reports when the visitor leaves the page. */
  const waiting = new Set<() => void>();
  let isLeft = false;

  const send = (error: ClientError) => {
    if (needsConsent && consent() !== true) return;
    // Sends neither cookies nor a referrer. A failure is ignored, because an unhandled rejection would itself be
    // reported.
    fetch(CLIENT_ERRORS_PATH, {
      method: 'POST',
      body: JSON.stringify({ ...error, page }),
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      keepalive: true,
    }).catch(() => undefined);
  };

  const report = (error: ClientError) => {
    const key = `${error.name} ${error.message} ${error.frames[0]}`;
    if (isLeft || reportedKeys.size === MAX_REPORTS || reportedKeys.has(key)) return;
    reportedKeys.add(key);
    const mayComeFromLeaving = error.kind === 'chunk' || error.kind === 'rejection';
    const end = (isSent: boolean) => {
      clearTimeout(timer);
      waiting.delete(leave);
      if (isSent) whenShown(() => send(error));
    };
    const leave = () => end(!mayComeFromLeaving);
    const timer = setTimeout(end, SETTLE_MS, true);
    waiting.add(leave);
  };

  /**
   * Reports a thrown value.
   * @param thrown message and position from the ErrorEvent, if there was one
   */
  const reportThrown = (kind: ClientErrorKind, value: unknown, thrown: Partial<Thrown> = {}) => {
    const isError = value instanceof Error;
    const text = isError ? value.message : typeof value === 'string' ? value : (thrown.message ?? '');
    if (NOISE.test(text)) return;
    if (isMissingModule(value)) return reportMissing(/https?:\S+?\.js/.exec(text)?.[0] ?? '');
    let frames = framesOf((isError && value.stack) || '', place);
    if (frames?.length === 0 && thrown.filename) {
      const file = fileOf(thrown.filename, place);
      frames = file === undefined ? undefined : [`${file}:${thrown.lineno}:${thrown.colno}`];
    }
    // Ignores errors of extensions and third-party scripts.
    if (!frames) return;
    const name = errorName(isError ? value.name : '');
    report({ kind: MISMATCH.test(text) ? 'hydration' : kind, name, message: redactMessage(text), frames });
  };

  /**
   * Reports a file that did not load. Browsers provide no message or stack, and WebKit does not even provide the file's
   * name.
   */
  const reportMissing = (address: string) => {
    const file = fileOf(address, place);
    if (address !== '' && file === undefined) return;
    report({ kind: 'chunk', name: 'Error', message: '', frames: file === undefined ? [] : [file] });
  };

  addEventListener(
    'error',
    (event: ErrorEvent) => {
      const { target } = event;
      if (target instanceof HTMLScriptElement) reportMissing(target.src);
      else if (event instanceof ErrorEvent) reportThrown('error', event.error, event);
    },
    true,
  );
  addEventListener('unhandledrejection', ({ reason }) => reportThrown('rejection', reason));
  addEventListener('vite:preloadError', (event) => {
    // If the module was loaded but throws, the rejected import is reported by the listener above.
    const { detail } = event as ErrorDetail;
    if (isMissingModule(detail)) reportThrown('chunk', detail);
  });
  addEventListener('astro:hydration-error', (event) => reportThrown('hydration', (event as ErrorDetail).detail?.error));
  addEventListener('pagehide', () => {
    for (const leave of waiting) leave();
    isLeft = true;
  });
  addEventListener('pageshow', () => {
    isLeft = false;
  });
}

const element = document.currentScript;
if (element instanceof HTMLScriptElement) {
  const { page = '', share, consent: consentRequired } = element.dataset;
  reportErrors({ page, share: Number(share), needsConsent: consentRequired !== undefined });
}
