import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { keyOf } from '#src/contract/library-merge.ts';
import type { Database, Row } from '../database.ts';

/** Things one visitor keeps, those taken away included; beyond it removals are forgotten first, then the oldest. */
const MAX_ITEMS = 20_000;

type ItemRow = Row & { kind: string; id: string; at: number; value: string | null };
const COLUMNS = 'kind, id, at, value';

/** What was put in is what comes out: the contract has checked it. */
const toItem = ({ kind, id, at, value }: ItemRow) =>
  ({ kind, id, at, value: value === null ? null : JSON.parse(value) }) as LibraryItem;

async function libraryItem(
  database: Database,
  user: number,
  kind: string,
  id: string,
): Promise<LibraryItem | undefined> {
  const sql = `SELECT ${COLUMNS} FROM library WHERE user_id = ? AND kind = ? AND id = ?`;
  const row = await database.get<ItemRow>(sql, user, kind, id);
  return row && toItem(row);
}

/** All of one kind, the latest first. */
async function libraryOfKind(database: Database, user: number, kind: LibraryItem['kind']): Promise<LibraryItem[]> {
  const sql = `SELECT ${COLUMNS} FROM library WHERE user_id = ? AND kind = ? ORDER BY at DESC, id`;
  return (await database.all<ItemRow>(sql, user, kind)).map(toItem);
}

/** The number of the latest change; 0 before the first. */
export async function lastSeq(database: Database, user: number): Promise<number> {
  const sql = 'SELECT coalesce(max(seq), 0) AS seq FROM library WHERE user_id = ?';
  return (await database.one<Row & { seq: number }>(sql, user)).seq;
}

export interface Changes {
  readonly items: LibraryItem[];
  /** Number of the last of them; that of the question where there is none. */
  readonly seq: number;
  readonly more: boolean;
}

/** At most `most` of what changed after number `seq`, in order. */
export async function libraryChanges(database: Database, user: number, seq: number, most: number): Promise<Changes> {
  type SeqRow = ItemRow & { seq: number };
  const sql = `SELECT ${COLUMNS}, seq FROM library WHERE user_id = ? AND seq > ? ORDER BY seq LIMIT ?`;
  const rows = await database.all<SeqRow>(sql, user, seq, most + 1);
  const told = rows.slice(0, most);
  return { items: told.map(toItem), seq: told.at(-1)?.seq ?? seq, more: rows.length > most };
}

/**
 * Puts what `merge` makes of the known items of `news`, with no other writer in between.
 * @returns the items of these keys as they are then
 */
export async function changeLibrary(
  database: Database,
  user: number,
  news: readonly LibraryItem[],
  merge: (known: ReadonlyMap<string, LibraryItem>) => ReadonlyMap<string, LibraryItem>,
): Promise<Map<string, LibraryItem>> {
  return database.transaction(async (transaction) => {
    const known = await storedItems(transaction, user, news);
    const changed = merge(known);
    let seq = await lastSeq(transaction, user);
    const put = `INSERT INTO library (user_id, kind, id, at, value, seq) VALUES (?, ?, ?, ?, ?, ?)
      ON CONFLICT (user_id, kind, id) DO UPDATE SET at = excluded.at, value = excluded.value, seq = excluded.seq`;
    for (const { kind, id, at, value } of changed.values()) {
      seq += 1;
      await transaction.run(put, user, kind, id, at, value === null ? null : JSON.stringify(value), seq);
    }
    if (changed.size > 0) await removeOldest(transaction, user);
    return new Map([...known, ...changed]);
  });
}

async function storedItems(
  database: Database,
  user: number,
  news: readonly LibraryItem[],
): Promise<Map<string, LibraryItem>> {
  const items = await Array.fromAsync(news, ({ kind, id }) => libraryItem(database, user, kind, id));
  return new Map(items.filter((item) => item !== undefined).map((item) => [keyOf(item), item]));
}

async function removeOldest(database: Database, user: number): Promise<void> {
  const beyond = `SELECT kind, id FROM library WHERE user_id = ?1 ORDER BY value IS NULL, at DESC LIMIT -1 OFFSET ?2`;
  await database.run(`DELETE FROM library WHERE user_id = ?1 AND (kind, id) IN (${beyond})`, user, MAX_ITEMS);
}

/** The places of a visitor's library as reading history, newest first. */
export async function historyOf(database: Database, user: number): Promise<HistoryEntry[]> {
  return (await libraryOfKind(database, user, 'read')).flatMap(entryOf);
}

function entryOf(item: LibraryItem): HistoryEntry[] {
  if (item.kind !== 'read' || item.value === null) return [];
  return [{ ...item.value, read_at: new Date(item.at).toISOString() }];
}
