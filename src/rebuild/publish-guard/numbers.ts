import { LIMITS } from './limits.ts';

/** For findings: `90 books, the live release 120 (25 % fewer)`. */
export const counted = (after: number, before: number, noun: string): string =>
  `${after} ${noun}, the live release ${before} (${percent(Math.abs(after - before), before)} ${after < before ? 'fewer' : 'more'})`;

export const percent = (part: number, whole: number): string =>
  `${whole === 0 ? 100 : Math.round((100 * part) / whole)} %`;

export function isGrowth(before: number, after: number): boolean {
  const { share, floor } = LIMITS.growth;
  return before > 0 && after - before > Math.max(share * before, floor);
}

/** The middle one of the numbers by size; of an even number the upper of the two. */
export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? 0;
