/** A chapter as far as its identity goes; `number` is its 1-based place. */
export interface Placed {
  readonly number: number;
  readonly title: string;
}

/** Same place and title; then same title in reading order (something came in before it); then same place (renamed). */
const KEYS: readonly ((chapter: Placed) => string)[] = [
  ({ number, title }) => `${number} ${title}`,
  ({ title }) => title,
  ({ number }) => String(number),
];

/**
 * Tells which old chapter each new one continues, so that it keeps its id.
 * @returns for every new chapter its old one, or undefined where it is new
 */
export function matchChapters<O extends Placed>(before: readonly O[], after: readonly Placed[]): (O | undefined)[] {
  const free = new Set(before);
  const matched: (O | undefined)[] = after.map(() => undefined);
  for (const key of KEYS) {
    const waiting = Map.groupBy(free, key);
    for (const [index, chapter] of after.entries()) {
      matched[index] ??= waiting.get(key(chapter))?.shift();
    }
    for (const old of matched) if (old) free.delete(old);
  }
  return matched;
}
