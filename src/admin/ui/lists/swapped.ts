/** Swaps the entry at `place` with the next one. */
export function swapped<T>(list: readonly T[], place: number): T[] {
  const pair = list.slice(place, place + 2).reverse();
  return [...list.slice(0, place), ...pair, ...list.slice(place + 2)];
}
