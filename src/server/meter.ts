import type { ServerResponse } from 'node:http';
import type { ClientErrorKind } from '#src/lib/client-errors.ts';
import type { ReleaseInfo } from '#src/release/index.ts';
import type { Decision } from './decision.ts';

/** What a request was for, as far as numbers tell them apart. */
export type RequestKind = 'page' | 'rendered' | 'file' | 'call' | 'post' | 'redirect' | 'error' | 'health';

/** A request that has ended. */
export interface MeasuredRequest {
  /** Id of the brand; `none` where the host is of none. */
  readonly brand: string;
  readonly kind: RequestKind;
  /** 499 where the connection ended before the response was sent, as nginx has it. */
  readonly status: number;
  /** Until the last byte was handed to the system. */
  readonly seconds: number;
}

/** A call to the upstream that has ended. */
export interface MeasuredCall {
  readonly brand: string;
  /** Whether a page that is rendered on request needed it, or a visitor's browser made it. */
  readonly caller: 'page' | 'visitor';
  /** Class of the status; `left`: nobody waited for it any more; `refused`: not made, because of its limits. */
  readonly outcome: '2xx' | '3xx' | '4xx' | '5xx' | 'timeout' | 'failed' | 'left' | 'refused';
  readonly seconds: number;
}

/** A page that was rendered on request. */
export interface MeasuredPage {
  readonly brand: string;
  readonly result: 'page' | 'redirect' | 'error' | 'failed';
  /** With the wait for a thread. */
  readonly seconds: number;
}

/** Is told what happens in the server, as it happens. */
export interface ServerMeter {
  request(request: MeasuredRequest): void;
  call(call: MeasuredCall): void;
  page(page: MeasuredPage): void;
  /** Something was looked up. `stale`: what was kept is too old, but served. */
  lookUp(cache: 'responses' | 'pages', result: 'hit' | 'stale' | 'miss'): void;
  /** A visitor's browser reported an error. */
  clientError(brand: string, kind: ClientErrorKind): void;
  /** A render thread was ended and replaced. */
  threadReplaced(): void;
}

/** How the server is at a moment. */
export interface ServerGauges {
  readonly queues: readonly (QueueGauge & { readonly queue: 'pages' | 'calls' })[];
  readonly caches: readonly (CacheGauge & { readonly cache: 'files' | 'responses' | 'pages' })[];
  /** Brands whose calls are refused at the moment, because the upstream fails. */
  readonly openCircuits: readonly string[];
  readonly threads: readonly ThreadGauge[];
  /** The live releases. */
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
  /** Pages that it renders at the moment. */
  readonly pages: number;
  /** For how long its event loop has worked since it began, in seconds. */
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

/** Measures a request until its response was sent. @returns what says of which brand and kind it is, once that is known */
export function measureRequest(meter: ServerMeter, response: ServerResponse) {
  const began = performance.now();
  let known: Pick<MeasuredRequest, 'brand' | 'kind'> = { brand: 'none', kind: 'error' };
  response.once('close', () => {
    const status = response.writableFinished ? response.statusCode : 499;
    meter.request({ ...known, status, seconds: (performance.now() - began) / 1000 });
  });
  return (brand: string | undefined, kind: RequestKind) => {
    known = { brand: brand ?? 'none', kind };
  };
}

/** @returns the class of a status, such as `2xx` */
export const classOf = (status: number) => `${Math.min(5, Math.max(2, Math.floor(status / 100)))}xx` as '2xx';
