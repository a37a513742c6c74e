import type { LivingLists } from '#src/api/living-lists/index.ts';
import { createStatistics, type Statistics } from '#src/api/statistics/index.ts';
import type { Sender, StatisticsEvent } from '#src/api/statistics/types.ts';
import type { Database } from '#src/api/store/database.ts';
import type { Store } from '#src/api/store/index.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { silentLog } from '#src/lib/log.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { book, chapter } from '../../../integration/api/fixture.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0';

/** Opens a store with two books of two chapters: book 1 has chapters 1 and 2, book 2 (Spanish) has chapters 3 and 4. */
export async function openBooks(): Promise<EmptyStore> {
  const opened = await openEmptyStore();
  await opened.write(async (writer) => {
    await writer.putBook(book('one', { chapters: [chapter('One'), chapter('Two')] }));
    await writer.putBook(
      book('two', { section: 9, language: 'es-ES', chapters: [chapter('Tres'), chapter('Cuatro')] }),
    );
  });
  return opened;
}

/** Statistics that store events only when `flush` is called. */
export const startStatistics = (store: Store, now: () => Date, lists?: LivingLists): Statistics =>
  createStatistics({ store, log: silentLog, now, lists, interval: 86_400_000 });

/** A browser with an address of its own. */
export const browser = (number: number): Sender => ({ address: `192.0.2.${number}`, userAgent: FIREFOX });

export const view = (book: number, chapter: number, origin?: string): StatisticsEvent => ({
  kind: 'view',
  section: 7,
  book,
  chapter,
  origin,
});
export const read = (book: number, chapter: number): StatisticsEvent => ({ kind: 'read', section: 0, book, chapter });
export const search = (word: string, results: number): StatisticsEvent => ({
  kind: 'search',
  section: 7,
  word,
  results,
});

/** Returns the rows of a table in the order of its columns. */
export const rowsOf = async (database: Database, table: string, columns: string) =>
  (
    await database.all(
      sql`SELECT ${raw(columns)} FROM ${raw(table)} ORDER BY ${raw(columns.replaceAll(/ AS \w+/g, ''))}`,
    )
  ).map((row) => Object.values(row));
