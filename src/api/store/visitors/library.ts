import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { keyOf } from '#src/contract/library-merge.ts';
import type { Database, Row } from '../database.ts';
import { NO_LIMIT } from '../dialects.ts';
import { insertInto } from '../insert.ts';
import { raw, sql } from '../sql.ts';

/**
 * Maximum number of library items per visitor, including removed ones. Beyond it, items are deleted: first the removed
 * ones, then the oldest.
 */
const MAX_ITEMS = 20_000;

type ItemRow = Row & { kind: string; id: string; at: number; value: string | null };
const COLUMNS = raw('kind, id, at, value');

/** Converts a row to an item. Its value needs no validation, because it was validated before it was stored. */
const toItem = ({ kind, id, at, value }: ItemRow) =>
  ({ kind, id, at, value: value === null ? null : JSON.parse(value) }) as LibraryItem;

async function libraryItem(
  database: Database,
  user: number,
  kind: string,
  id: string,
): Promise<LibraryItem | undefined> {
  const query = sql`SELECT ${COLUMNS} FROM library WHERE user_id = ${user} AND kind = ${kind} AND id = ${id}`;
  const row = await database.get<ItemRow>(query);
  return row && toItem(row);
}

/** Returns all items of a kind, latest first. */
async function libraryOfKind(database: Database, user: number, kind: LibraryItem['kind']): Promise<LibraryItem[]> {
  const query = sql`SELECT ${COLUMNS} FROM library WHERE user_id = ${user} AND kind = ${kind} ORDER BY at DESC, id`;
  return (await database.all<ItemRow>(query)).map(toItem);
}

/** Returns the number of the latest change; 0 if there is none. */
export async function lastSeq(database: Database, user: number): Promise<number> {
  const query = sql`SELECT coalesce(max(seq), 0) AS seq FROM library WHERE user_id = ${user}`;
  return (await database.one<Row & { seq: number }>(query)).seq;
}

export interface Changes {
  readonly items: LibraryItem[];
  /** Number of the last of these changes, or the number in the request if there are none. */
  readonly seq: number;
  readonly more: boolean;
}

/** Returns at most `limit` changes after number `seq`, in order. */
export async function libraryChanges(database: Database, user: number, seq: number, limit: number): Promise<Changes> {
  type SeqRow = ItemRow & { seq: number };
  const query = sql`SELECT ${COLUMNS}, seq FROM library WHERE user_id = ${user} AND seq > ${seq}
    ORDER BY seq LIMIT ${limit + 1}`;
  const rows = await database.all<SeqRow>(query);
  const page = rows.slice(0, limit);
  return { items: page.map(toItem), seq: page.at(-1)?.seq ?? seq, more: rows.length > limit };
}

/**
 * Merges `changes` into the stored items with the same keys and stores the result, in one transaction.
 * @returns the resulting items of these keys
 */
export async function changeLibrary(
  database: Database,
  user: number,
  changes: readonly LibraryItem[],
  merge: (stored: ReadonlyMap<string, LibraryItem>) => ReadonlyMap<string, LibraryItem>,
): Promise<Map<string, LibraryItem>> {
  return database.transaction(async (transaction) => {
    const stored = await storedItems(transaction, user, changes);
    const changed = merge(stored);
    let seq = await lastSeq(transaction, user);
    for (const { kind, id, at, value } of changed.values()) {
      seq += 1;
      const row = { user_id: user, kind, id, at, value: value === null ? null : JSON.stringify(value), seq };
      await transaction.run(sql`${insertInto('library', row)}
        ON CONFLICT (user_id, kind, id) DO UPDATE SET at = excluded.at, value = excluded.value, seq = excluded.seq`);
    }
    if (changed.size > 0) await removeOldest(transaction, user);
    return new Map([...stored, ...changed]);
  });
}

async function storedItems(
  database: Database,
  user: number,
  changes: readonly LibraryItem[],
): Promise<Map<string, LibraryItem>> {
  const items = await Array.fromAsync(changes, ({ kind, id }) => libraryItem(database, user, kind, id));
  return new Map(items.filter((item) => item !== undefined).map((item) => [keyOf(item), item]));
}

async function removeOldest(database: Database, user: number): Promise<void> {
  const beyond = sql`SELECT kind, id FROM library WHERE user_id = ${user}
    ORDER BY value IS NULL, at DESC LIMIT ${NO_LIMIT} OFFSET ${MAX_ITEMS}`;
  await database.run(sql`DELETE FROM library WHERE user_id = ${user} AND (kind, id) IN (${beyond})`);
}

/** Returns the history of a visitor: the reading places in the library, latest first. */
export async function historyOf(database: Database, user: number): Promise<HistoryEntry[]> {
  return (await libraryOfKind(database, user, 'read')).flatMap(entryOf);
}

function entryOf(item: LibraryItem): HistoryEntry[] {
  if (item.kind !== 'read' || item.value === null) return [];
  return [{ ...item.value, read_at: new Date(item.at).toISOString() }];
}
