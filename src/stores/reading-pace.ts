import { $pace } from './local-storage.ts';

/** Words a minute of a visitor of whom nothing is known yet. */
const DEFAULT_PACE = 230;
/** Slower is somebody who is elsewhere, faster is somebody who leafs. */
const PLAUSIBLE = { least: 60, most: 1200 } as const;
/** So many words weigh as much as all that was read before. */
const WEIGHT = 2000;
/** A longer rest says nothing of the pace. */
const LONGEST_INTERVAL_MS = 180_000;

/** @returns the pace after `words` more were read within `ms` */
export function learnedPace(pace: number, words: number, ms: number): number {
  const measured = (words * 60_000) / ms;
  if (!(ms > 0) || ms > LONGEST_INTERVAL_MS || measured < PLAUSIBLE.least || measured > PLAUSIBLE.most) return pace;
  if (pace === 0) return Math.round(measured);
  const share = words / (words + WEIGHT);
  return Math.round((pace + (measured - pace) * share) * 10) / 10;
}

export function learnPace(words: number, ms: number): void {
  const pace = learnedPace($pace.get(), words, ms);
  if (pace !== $pace.get()) $pace.set(pace);
}

/** Whole minutes for so many words, at least one while any are left. */
export const minutesFor = (words: number, pace: number): number => Math.ceil(words / (pace || DEFAULT_PACE));
