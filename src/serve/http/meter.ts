import type { ServerResponse } from 'node:http';
import type { ClientErrorKind } from '#src/contract/reports/client-errors.ts';
import type { ReleaseInfo } from '#src/publish/release/index.ts';
import type { Decision } from '../decide/decision.ts';

/** The kind of a request in metrics. */
export type RequestKind = 'page' | 'rendered' | 'file' | 'call' | 'post' | 'redirect' | 'error' | 'health';

/** A finished request. */
export interface MeasuredRequest {
  /** The brand's id; `none` if the host belongs to no brand. */
  readonly brand: string;
  readonly kind: RequestKind;
  /** 499 if the connection ended before the response was sent, as in nginx. */
  readonly status: number;
  /** Time until the last byte was passed to the operating system, in seconds. */
  readonly seconds: number;
}

/** A finished call to the upstream. */
export interface MeasuredCall {
  readonly brand: string;
  /** Whether the call was made by a page rendered on request or by a visitor's browser. */
  readonly caller: 'page' | 'visitor';
  /**
   * Class of the response's status, such as `2xx`. `left`: the visitor closed the connection. `refused`: the call was
   * not made because of a limit.
   */
  readonly outcome: '2xx' | '3xx' | '4xx' | '5xx' | 'timeout' | 'failed' | 'left' | 'refused';
  readonly seconds: number;
}

/** A page that was rendered on request. */
export interface MeasuredPage {
  readonly brand: string;
  readonly result: 'page' | 'redirect' | 'error' | 'failed';
  /** Duration of the rendering in seconds, including the time spent waiting for a thread. */
  readonly seconds: number;
}

/** Receives the server's events. */
export interface ServerMeter {
  request(request: MeasuredRequest): void;
  call(call: MeasuredCall): void;
  page(page: MeasuredPage): void;
  /** A cache look-up. `stale`: the entry has expired but is still served. */
  lookUp(cache: 'responses' | 'pages', result: 'hit' | 'stale' | 'miss'): void;
  /** Counts an error that a visitor's browser has reported. */
  clientError(brand: string, kind: ClientErrorKind): void;
  /** Counts a render thread that was terminated and replaced. */
  threadReplaced(): void;
}

/** The current state of the server. */
export interface ServerGauges {
  readonly queues: readonly (QueueGauge & { readonly queue: 'pages' | 'calls' })[];
  readonly caches: readonly (CacheGauge & { readonly cache: 'files' | 'responses' | 'pages' })[];
  /** Ids of the brands whose calls are currently refused because the upstream fails. */
  readonly openCircuits: readonly string[];
  readonly threads: readonly ThreadGauge[];
  /** The live releases of all brands. */
  readonly releases: readonly Pick<ReleaseInfo, 'brand' | 'created' | 'bytes' | 'pages'>[];
}

export interface QueueGauge {
  readonly brand: string;
  readonly running: number;
  readonly waiting: number;
}

export interface CacheGauge {
  readonly bytes: number;
  readonly limit: number;
}

export interface ThreadGauge {
  /** Number of pages that the thread is rendering. */
  readonly pages: number;
  /** Seconds for which the thread's event loop has been active since the thread started. */
  readonly activeSeconds: number;
}

const KINDS: Readonly<Record<Decision['kind'], RequestKind>> = {
  page: 'page',
  render: 'rendered',
  asset: 'file',
  serviceWorker: 'file',
  dictionary: 'file',
  proxy: 'call',
  apiError: 'call',
  report: 'post',
  vitals: 'post',
  clientError: 'post',
  form: 'post',
  redirect: 'redirect',
  refusal: 'error',
  plainPage: 'error',
  unknownGuard: 'error',
  errorPage: 'error',
  health: 'health',
  readiness: 'health',
};

export const kindOf = ({ kind }: Decision): RequestKind => KINDS[kind];

/**
 * Measures a request until its response has been sent.
 * @returns a function that sets the request's brand and kind when they are known
 */
export function measureRequest(meter: ServerMeter, response: ServerResponse) {
  const began = performance.now();
  let labels: Pick<MeasuredRequest, 'brand' | 'kind'> = { brand: 'none', kind: 'error' };
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499;
    meter.request({ ...labels, status, seconds: (performance.now() - began) / 1000 });
  });
  return (brand: string | undefined, kind: RequestKind) => {
    labels = { brand: brand ?? 'none', kind };
  };
}

/** @returns the class of a status, such as `2xx` */
export const classOf = (status: number) => `${Math.min(5, Math.max(2, Math.floor(status / 100)))}xx` as '2xx';
