import type { BookRecord } from '../../contract/records.ts';

export const LISTS = ['genres', 'tags', 'keywords'] as const;
type ListName = (typeof LISTS)[number];

/** What happens to a list of names: `replace` with no names empties it. */
export type ListAct = 'add' | 'remove' | 'replace';

/** The values of the bulk edit form. A field that is missing, empty or null stays unchanged. */
export type BulkValues = Readonly<
  Partial<{
    status: BookRecord['status'] | '' | null;
    section: number | '' | null;
    state: BookRecord['state'] | '' | null;
    category: string | null;
    hot: number | '' | null;
    /** Null: all brands. */
    brands: readonly string[] | null;
  }> &
    Partial<Record<`${ListName}_act`, ListAct | '' | null>> &
    Partial<Record<ListName, readonly string[]>>
>;

const PLAIN = ['status', 'section', 'state', 'category', 'hot'] as const;

const isChosen = (value: unknown) => value !== undefined && value !== null && value !== '';

/** Whether the form changes anything. */
export const isAnyChosen = (values: BulkValues): boolean =>
  PLAIN.some((name) => isChosen(values[name])) ||
  values.brands !== undefined ||
  LISTS.some((name) => isListChosen(values, name));

/** Adding or removing no names changes nothing. */
export const isListChosen = (values: BulkValues, name: ListName): boolean =>
  values[`${name}_act`] === 'replace' || (isChosen(values[`${name}_act`]) && (values[name] ?? []).length > 0);

/** The fields of a book that the form changes, with their new values. */
export function bulkChanges(values: BulkValues, book: Pick<BookRecord, ListName>): Readonly<Record<string, unknown>> {
  const changes: Record<string, unknown> = {};
  for (const name of PLAIN) if (isChosen(values[name])) changes[name] = values[name];
  if (values.brands !== undefined) changes['brands'] = values.brands;
  for (const name of LISTS) {
    if (!isListChosen(values, name)) continue;
    const names = changedList(book[name], values[`${name}_act`] as ListAct, values[name] ?? []);
    if (names.join('\n') !== book[name].join('\n')) changes[name] = names;
  }
  return changes;
}

function changedList(current: readonly string[], act: ListAct, names: readonly string[]): readonly string[] {
  if (act === 'replace') return names;
  if (act === 'remove') return current.filter((name) => !names.includes(name));
  return [...new Set([...current, ...names])];
}
