/** The list with the entry at `place` and the one behind it changed over. */
export function swapped<T>(list: readonly T[], place: number): T[] {
  const moved = list.slice(place, place + 2).reverse();
  return [...list.slice(0, place), ...moved, ...list.slice(place + 2)];
}
