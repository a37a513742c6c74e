import { LecternError } from '#src/lib/errors.ts';
import type { ApiProcess } from './api-process.ts';

/** Percentiles of the time from the first byte sent to the last byte received, in ms. */
export interface Times {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

export function timesOf(values: readonly number[]): Times {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** Pause between two calls in `measureDuring`, in ms. */
const PAUSE_MS = 50;

export type Ask = () => Promise<Response>;

/**
 * Makes the calls in order, `together` at a time.
 * @returns the duration of each call, in ms
 */
export async function measure(calls: readonly Ask[], together: number): Promise<number[]> {
  const times: number[] = [];
  const left = [...calls];
  const worker = async () => {
    for (let ask = left.shift(); ask; ask = left.shift()) times.push(await timed(ask));
  };
  await Promise.all(Array.from({ length: together }, worker));
  return times;
}

async function timed(ask: Ask): Promise<number> {
  const started = performance.now();
  const response = await ask();
  await response.arrayBuffer();
  if (!response.ok) throw new LecternError('BENCH', `${response.url} answered ${response.status}.`);
  return performance.now() - started;
}

/** Measures a call repeatedly while `work` is running. */
export async function measureDuring(ask: Ask, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let isDone = false;
  const asking = (async () => {
    while (!isDone) {
      times.push(await timed(ask));
      await new Promise<void>((resolve) => void setTimeout(resolve, PAUSE_MS));
    }
  })();
  try {
    await work();
  } finally {
    isDone = true;
    await asking;
  }
  return times;
}

export const searching =
  (api: ApiProcess, keyword: string, more: object | undefined): Ask =>
  () =>
    fetch(api.url('search.multi'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ keyword, ...more }),
    });

export const suggesting =
  (api: ApiProcess, keyword: string): Ask =>
  () => {
    const url = api.url('search.suggest');
    url.searchParams.set('keyword', keyword);
    return fetch(url);
  };

export const readingBook =
  (api: ApiProcess): Ask =>
  () => {
    const url = api.url('book.show');
    url.searchParams.set('book_id', '1');
    return fetch(url);
  };
