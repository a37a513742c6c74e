import { $pace } from '#src/shell/state/local-storage.ts';

/** Reading pace assumed for new visitors, in words per minute. */
const DEFAULT_PACE = 230;
/** Plausible reading paces in words per minute. Slower visitors are distracted, and faster visitors skim. */
const PLAUSIBLE = { min: 60, max: 1200 } as const;
/** A measurement over this many words counts as much as all earlier measurements together. */
const HALF_WEIGHT_WORDS = 2000;
/** Maximum time between two measurements. After a longer pause, the measurement is ignored. */
const MAX_INTERVAL_MS = 180_000;

/** Updates the average reading pace after the visitor has read `words` more words in `ms`. @returns the new pace */
export function learnedPace(pace: number, words: number, ms: number): number {
  const measured = (words * 60_000) / ms;
  if (!(ms > 0) || ms > MAX_INTERVAL_MS || measured < PLAUSIBLE.min || measured > PLAUSIBLE.max) return pace;
  if (pace === 0) return Math.round(measured);
  const share = words / (words + HALF_WEIGHT_WORDS);
  return Math.round((pace + (measured - pace) * share) * 10) / 10;
}

export function learnPace(words: number, ms: number): void {
  const pace = learnedPace($pace.get(), words, ms);
  if (pace !== $pace.get()) $pace.set(pace);
}

/** Minutes to read `words` words, rounded up. */
export const minutesFor = (words: number, pace: number): number => Math.ceil(words / (pace || DEFAULT_PACE));
