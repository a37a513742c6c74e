/**
 * Returns the ids that have moved: the fewest ids whose removal leaves both lists in the same order. Ids that only one
 * of the lists contains are ignored.
 * @param preferred ids that somebody moves; they count as moved if that explains the new order
 */
export function movedIds(
  before: readonly number[],
  after: readonly number[],
  preferred: ReadonlySet<number> = new Set(),
): ReadonlySet<number> {
  const places = new Map(before.map((id, place) => [id, place]));
  const placesAfter = (ids: readonly number[]) => ids.flatMap((id) => places.get(id) ?? []);
  const stayed = placesAfter(after.filter((id) => !preferred.has(id)));
  const all = placesAfter(after);
  const isExplained = !isIncreasing(all) && isIncreasing(stayed);
  const kept = isExplained ? stayed : longestIncreasing(all);
  const keptIds = new Set(kept.map((place) => before[place]));
  return new Set(after.filter((id) => places.has(id) && !keptIds.has(id)));
}

const isIncreasing = (numbers: readonly number[]) =>
  numbers.every((number, at) => at === 0 || (numbers[at - 1] ?? 0) < number);

/** Returns a longest increasing subsequence of different numbers, by patience sorting. */
function longestIncreasing(numbers: readonly number[]): number[] {
  /** For each length, the index of the smallest number that ends a subsequence of this length. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, number] of numbers.entries()) {
    const length = firstAtLeast(number, ends, numbers);
    previous[index] = ends[length - 1];
    ends[length] = index;
  }
  const longest: number[] = [];
  for (let index = ends.at(-1); index !== undefined; index = previous[index]) longest.push(numbers[index] ?? 0);
  return longest.reverse();
}

function firstAtLeast(number: number, ends: readonly number[], numbers: readonly number[]): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
