import { createHistogram } from 'node:perf_hooks';
import { type BenchRow, rowWithoutPeer } from '../bench/report.ts';
import type { Answer } from './site.ts';

/** Response times of one kind of request. */
export interface Times {
  add(ms: number): void;
  readonly count: number;
  /**
   * @param share percentage of the responses
   * @returns the time, in ms, within which this share of the responses arrived
   */
  at(share: number): number;
}

const PER_MS = 1000;

export function createTimes(): Times {
  const histogram = createHistogram();
  return {
    add: (ms) => histogram.record(Math.max(1, Math.round(ms * PER_MS))),
    get count() {
      return histogram.count;
    },
    at: (share) => (histogram.count === 0 ? 0 : histogram.percentile(share) / PER_MS),
  };
}

/** Returns the 99th percentile as a figure with the limit `limit` ms. If there are no responses, the figure fails. */
export const p99 = (what: string, times: Times, limit?: number): BenchRow =>
  rowWithoutPeer(
    `${what}, p99 of ${times.count}`,
    times.count === 0 ? Number.MAX_SAFE_INTEGER : times.at(99),
    'ms',
    limit,
  );

/** Counts verified responses, and records failures with their reason. */
export interface Verdicts {
  /** @param problem undefined if everything was correct */
  judge(what: string, problem: string | undefined): void;
  readonly count: number;
  readonly findings: readonly string[];
}

export function createVerdicts(): Verdicts {
  const findings: string[] = [];
  let count = 0;
  return {
    judge(what, problem) {
      count += 1;
      if (problem !== undefined) findings.push(`${what}: ${problem}`);
    },
    get count() {
      return count;
    },
    findings,
  };
}

/** Returns the problem with a response; undefined for 200, and for load shedding (503 with Retry-After). */
export function problemOf({ status, headers, text }: Answer, allowed: readonly number[] = [200]): string | undefined {
  if (allowed.includes(status)) return undefined;
  if (status === 503) return headers['retry-after'] === undefined ? '503 without Retry-After' : undefined;
  return status === 0 ? `no answer (${text})` : `status ${status}`;
}

/** Returns the problem with a response. Accepts only status 200. */
export const problemOfPage = ({ status, text }: Answer): string | undefined =>
  status === 200
    ? text.includes('</html>')
      ? undefined
      : 'a page without its end'
    : `status ${status} ${text.slice(0, 80)}`;
