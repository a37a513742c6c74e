import { setImmediate } from 'node:timers/promises';
import type { Database, Row } from '../store/database.ts';
import { isOneOfNumbers, recordsAsRows } from '../store/dialects.ts';
import { raw, sql } from '../store/sql.ts';
import type { Entry } from './rank-books.ts';

export interface StoredList {
  readonly list: string;
  readonly subject: number;
  readonly entries: readonly Entry[];
}

const LISTS_PER_TRANSACTION = 500;

interface Place {
  readonly brand: string;
  readonly section: number;
  readonly day: string;
}

/** Replaces the lists of a section. Lists that did not change are not written. @returns the number of changed lists */
export async function storeLists(database: Database, place: Place, lists: readonly StoredList[]): Promise<number> {
  const old = await storedEntries(database, place);
  const changed = lists
    .map(({ list, subject, entries }) => ({ ...place, list, subject, entries: JSON.stringify(entries) }))
    .filter(({ list, subject, entries }) => {
      const key = `${list} ${subject}`;
      const isSame = old.get(key) === entries;
      old.delete(key);
      return !isSame;
    });
  for (let start = 0; start < changed.length; start += LISTS_PER_TRANSACTION) {
    const rows = changed.slice(start, start + LISTS_PER_TRANSACTION);
    const names = raw('brand, section, list, subject, entries, day');
    await database.run(sql`INSERT INTO living_lists (${names})
      SELECT ${names} FROM ${recordsAsRows(rows, COLUMNS)} WHERE true
      ON CONFLICT (brand, section, list, subject) DO UPDATE SET entries = excluded.entries, day = excluded.day`);
    await setImmediate();
  }
  await removeLists(database, place, [...old.keys()]);
  return changed.length + old.size;
}

const COLUMNS = {
  brand: 'text',
  section: 'bigint',
  list: 'text',
  subject: 'bigint',
  entries: 'text',
  day: 'text',
} as const;

async function storedEntries(database: Database, { brand, section }: Place): Promise<Map<string, string>> {
  type ListRow = Row & { list: string; subject: number; entries: string };
  const rows = await database.all<ListRow>(sql`SELECT list, subject, entries FROM living_lists
    WHERE brand = ${brand} AND section = ${section}`);
  return new Map(rows.map(({ list, subject, entries }) => [`${list} ${subject}`, entries]));
}

/** Deletes lists that have become empty. @param keys list and subject */
async function removeLists(database: Database, { brand, section }: Place, keys: readonly string[]): Promise<void> {
  const subjects = Map.groupBy(keys, (key) => key.split(' ')[0] as string);
  for (const [list, ofList] of subjects)
    await database.run(sql`DELETE FROM living_lists WHERE brand = ${brand} AND section = ${section} AND list = ${list}
      AND ${isOneOfNumbers(
        raw('subject'),
        ofList.map((key) => Number(key.split(' ')[1])),
      )}`);
}
