import * as v from 'valibot';

/**
 * Maximum number of validation rounds. If an item becomes invalid because a part of it was removed, the next round
 * removes the item.
 */
const MAX_ROUNDS = 3;

export interface PartialData<T> {
  readonly data: T;
  /** The issue of each omitted item. */
  readonly issues: readonly v.BaseIssue<unknown>[];
}

/**
 * Parses data without the list items that violate the schema. In nested lists, omits only the innermost invalid item,
 * such as a tag of a book.
 * @returns undefined if something outside list items is invalid, or if all items of a list with several items are
 * invalid and `mayLoseAll` is not set
 */
export function readPartially<S extends v.GenericSchema>(
  schema: S,
  data: unknown,
  mayLoseAll = false,
): PartialData<v.InferOutput<S>> | undefined {
  const issues: v.BaseIssue<unknown>[] = [];
  let remaining = data;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const result = v.safeParse(schema, remaining);
    if (result.success) return { data: result.output, issues };
    const bad = badItems(result.issues, mayLoseAll);
    if (!bad) return undefined;
    issues.push(...[...bad.values()].flatMap((items) => [...items.values()]));
    remaining = without(remaining, bad);
  }
  return undefined;
}

/** The first issue of each invalid item, by the item's list and index. */
type BadItems = ReadonlyMap<unknown, ReadonlyMap<unknown, v.BaseIssue<unknown>>>;

function badItems(issues: readonly v.BaseIssue<unknown>[], mayLoseAll: boolean): BadItems | undefined {
  const bad = new Map<unknown, Map<unknown, v.BaseIssue<unknown>>>();
  for (const issue of issues) {
    const place = itemOf(issue);
    if (!place) return undefined;
    const items = bad.get(place.input) ?? new Map();
    bad.set(place.input, items);
    if (!items.has(place.key)) items.set(place.key, issue);
  }
  const losesList = [...bad].some(
    ([list, items]) => Array.isArray(list) && list.length > 1 && items.size === list.length,
  );
  return losesList && !mayLoseAll ? undefined : bad;
}

/** Returns the innermost list item on the path of an issue. */
const itemOf = ({ path }: v.BaseIssue<unknown>) => path?.findLast(({ type }) => type === 'array');

function without(value: unknown, bad: BadItems): unknown {
  if (Array.isArray(value)) {
    const items = bad.get(value);
    return value.filter((_, place) => !items?.has(place)).map((item) => without(item, bad));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, without(field, bad)]));
}

/** For an issue in a list item, returns the paths of the innermost list and of its item. */
export function placeOfItem(issue: v.BaseIssue<unknown>): { readonly list: string; readonly place: string } {
  const path = issue.path ?? [];
  const keys = path.slice(0, path.findLastIndex(({ type }) => type === 'array') + 1).map(({ key }) => String(key));
  return { list: keys.slice(0, -1).join('.'), place: keys.join('.') };
}

/** Returns the id of the innermost list item of an issue, if it has one. */
export function idOfItem(issue: v.BaseIssue<unknown>): unknown {
  const item = itemOf(issue)?.value;
  return typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
}
