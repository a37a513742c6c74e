import { computeLists } from '../living-lists/compute-lists.ts';
import { FIGURE_DAYS } from '../living-lists/weeks.ts';
import { dayBefore, dayOf } from '../statistics/types.ts';
import { recordsAsRows } from '../store/dialects.ts';
import type { Store } from '../store/index.ts';
import { raw, sql } from '../store/sql.ts';
import { SEED_KEY } from './book.ts';
import { EPOCH } from './dates.ts';
import { ENGLISH_SECTION } from './english/books.ts';
import { createRandom } from './random.ts';

/** The demo brand with living lists (docs/operate/analytics.md#living-lists). */
export const BRAND_WITH_READERS = 'novelpack';

const MAX_BOOKS = 120;
const PAIRS_PER_BOOK = 6;
const LAST_DAY = dayOf(EPOCH);

/** Stores invented readers of the first demo books for one brand, and computes its lists from them. */
export async function putDemoReaders(store: Store): Promise<void> {
  const { counts, catalogue } = store;
  const rows = await catalogue.all<{ id: number; key: string }>(sql`SELECT id, key FROM books
    WHERE section = ${ENGLISH_SECTION} AND substr(key, 1, ${SEED_KEY.length}) = ${SEED_KEY} ORDER BY id LIMIT ${MAX_BOOKS}`);
  await counts.transaction(async (transaction) => {
    for (const table of ['living_books', 'living_pairs', 'living_days'])
      await transaction.run(sql`DELETE FROM ${raw(table)} WHERE brand = ${BRAND_WITH_READERS}`);
    await transaction.run(sql`INSERT INTO living_books (brand, day, section, book_id, readers, finishers)
      SELECT brand, day, section, book_id, readers, 0
      FROM ${recordsAsRows(rows.flatMap(readersOf), { ...PLACE, day: 'text', readers: 'bigint' })} WHERE true`);
    await transaction.run(sql`INSERT INTO living_pairs (brand, section, book_id, other_id, month, readers, days, networks)
      SELECT brand, section, book_id, other_id, ${LAST_DAY.slice(0, 7)}, readers, 9, 4
      FROM ${recordsAsRows(pairsOf(rows.map(({ id }) => id)), { ...PLACE, other_id: 'bigint', readers: 'bigint' })} WHERE true`);
  });
  await computeLists(store, BRAND_WITH_READERS, LAST_DAY);
}

const PLACE = { brand: 'text', section: 'bigint', book_id: 'bigint' } as const;
const place = { brand: BRAND_WITH_READERS, section: ENGLISH_SECTION };

/** The readers of a book by day: about the same number each day, more in the last week for some books. */
function readersOf({ id, key }: { readonly id: number; readonly key: string }) {
  const random = createRandom(`readers ${key}`);
  const usual = 2 + random.below(40);
  const growth = random.chance(0.2) ? 1.5 + random.next() * 3 : 1;
  return Array.from({ length: FIGURE_DAYS }, (_, index) => ({
    ...place,
    book_id: id,
    day: dayBefore(LAST_DAY, index),
    readers: Math.round(usual * (index < 7 ? growth : 1) * (0.9 + random.next() / 5)),
  }));
}

function pairsOf(ids: readonly number[]) {
  const random = createRandom('pairs of books');
  const pairs = new Map<string, { book_id: number; other_id: number; readers: number }>();
  for (const id of ids)
    for (const other of random.shuffled(ids.filter((one) => one !== id)).slice(0, PAIRS_PER_BOOK)) {
      const [book_id, other_id] = id < other ? [id, other] : [other, id];
      pairs.set(`${book_id} ${other_id}`, { book_id, other_id, readers: 10 + random.below(40) });
    }
  return [...pairs.values()].map((pair) => ({ ...place, ...pair }));
}
