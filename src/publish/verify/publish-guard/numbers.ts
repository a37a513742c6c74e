import { LIMITS } from './limits.ts';

/** Formats counts for findings: `90 books, the live release has 120 (25 % fewer)`. */
export const counted = (after: number, before: number, noun: string): string =>
  `${after} ${noun}, the live release has ${before} (${percent(Math.abs(after - before), before)} ${after < before ? 'fewer' : 'more'})`;

export const percent = (part: number, total: number): string =>
  `${total === 0 ? 100 : Math.round((100 * part) / total)} %`;

export function isGrowth(before: number, after: number): boolean {
  const { share, floor } = LIMITS.growth;
  return before > 0 && after - before > Math.max(share * before, floor);
}

/** The median; for an even number of values, the higher of the two middle ones. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
