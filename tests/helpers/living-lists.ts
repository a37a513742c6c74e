import type { Store } from '#src/api/index.ts';
import { insertInto } from '#src/api/store/insert.ts';

type Entries = readonly (readonly [book: number, figure: number])[];

/** Stores a computed list of a brand. @param subject a book, a genre or 0 */
export const putLivingList = (
  { counts }: Store,
  list: string,
  subject: number,
  entries: Entries,
  { brand = 'local', section = 7 } = {},
) =>
  counts.run(
    insertInto('living_lists', { brand, section, list, subject, entries: JSON.stringify(entries), day: '2026-05-31' }),
  );

/** Stores lists of the books 1 to 3, of which two have the same figure. */
export async function putLivingLists(store: Store): Promise<void> {
  const entries: Entries = [
    [3, 300],
    [1, 200],
    [2, 200],
  ];
  for (const list of ['trending', 'week', 'month', 'finished', 'rising']) await putLivingList(store, list, 0, entries);
  for (const [book] of entries)
    await putLivingList(
      store,
      'similar',
      book,
      entries.filter(([id]) => id !== book),
    );
}
