import { createHistogram } from 'node:perf_hooks';
import { type BenchRow, lone } from '../bench/report.ts';
import type { Answer } from './site.ts';

/** Times of one kind of answer. */
export interface Times {
  add(ms: number): void;
  readonly count: number;
  /** @param share of the answers, in percent @returns ms */
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

/** A figure that may not be more than `limit` ms, nor be missing. */
export const p99 = (what: string, times: Times, limit?: number): BenchRow =>
  lone(`${what}, p99 of ${times.count}`, times.count === 0 ? Number.MAX_SAFE_INTEGER : times.at(99), 'ms', limit);

/** How many answers held, and those that did not with the reason. */
export interface Verdicts {
  /** @param problem undefined where all was right */
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

/** Right is 200, or what is shed: 503 that says when to come again. */
export function problemOf({ status, headers, text }: Answer, allowed: readonly number[] = [200]): string | undefined {
  if (allowed.includes(status)) return undefined;
  if (status === 503) return headers['retry-after'] === undefined ? '503 without Retry-After' : undefined;
  return status === 0 ? `no answer (${text})` : `status ${status}`;
}

/** Right is 200 alone. */
export const problemOfPage = ({ status, text }: Answer): string | undefined =>
  status === 200
    ? text.includes('</html>')
      ? undefined
      : 'a page without its end'
    : `status ${status} ${text.slice(0, 80)}`;
