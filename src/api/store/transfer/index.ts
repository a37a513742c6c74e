import { LecternError } from '#src/lib/errors.ts';
import { toTimestamp } from '../timestamp.ts';
import { createSearchIndexer, TABLES_BEFORE_BOOKS } from './search.ts';
import { createSum, type Snapshot, type Target } from './sides.ts';
import { type Table, tablesOfStore } from './tables.ts';

/** Where a store is: files in a folder, or a PostgreSQL database. */
export interface StorePlace {
  readonly folder: string;
  /** URL of the database; undefined for files in the folder. */
  readonly postgres: string | undefined;
}

export interface CopiedTable {
  readonly database: Table['database'];
  readonly table: string;
  readonly rows: number;
  /** Checksum of all rows, in the order of their keys. It is the same for both stores. */
  readonly sha256: string;
}

export interface Transfer {
  /** When the snapshot was taken (RFC 3339, UTC). Later writes are not copied. */
  readonly asOf: string;
  readonly tables: readonly CopiedTable[];
}

interface TransferOptions {
  readonly from: StorePlace;
  readonly to: StorePlace;
  /** Called after each copied table. */
  readonly onTable?: (table: CopiedTable) => void | Promise<void>;
}

/**
 * Copies everything in a store, except pictures, to an empty store, and compares the two. The copy is a snapshot of the
 * source, which may be written to meanwhile. If copying fails or the process is killed, the target remains unchanged.
 * @throws LecternError STORE_NOT_EMPTY, STORE_DIFFERS if the target does not return what was written
 */
export async function transferStore({ from, to, onTable }: TransferOptions): Promise<Transfer> {
  const source = await openSnapshot(from);
  const asOf = toTimestamp(new Date());
  try {
    const target = await openTarget(to);
    try {
      const tables = tablesOfStore();
      await rejectNonEmpty(target, tables);
      const copied: CopiedTable[] = [];
      const index = createSearchIndexer(target);
      for (const table of inOrder(tables)) {
        const result = await copyTable(source, target, table, index);
        copied.push(result);
        await onTable?.(result);
      }
      await target.commit();
      return { asOf, tables: copied };
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}

async function openSnapshot({ folder, postgres }: StorePlace): Promise<Snapshot> {
  if (postgres === undefined) return (await import('./files.ts')).openFilesSnapshot(folder);
  return (await import('./postgres.ts')).openPostgresSnapshot(postgres);
}

async function openTarget({ folder, postgres }: StorePlace): Promise<Target> {
  if (postgres === undefined) return (await import('./files.ts')).openFilesTarget(folder);
  return (await import('./postgres.ts')).openPostgresTarget(postgres);
}

/**
 * The table of settings, which contains rows even in a new store. Its row `writing` prevents triggers from recording
 * the copy as foreign edits.
 */
const SETTINGS = 'meta';

/**
 * Moves the tables that the search index needs to the front, and the settings to the end; otherwise keeps the order.
 */
function inOrder(tables: readonly Table[]): Table[] {
  const rank = ({ name }: Table) => (TABLES_BEFORE_BOOKS.includes(name) ? 0 : name === SETTINGS ? 2 : 1);
  return tables.toSorted((one, other) => rank(one) - rank(other));
}

async function rejectNonEmpty(target: Target, tables: readonly Table[]): Promise<void> {
  for (const table of tables.filter(({ name }) => name !== SETTINGS))
    if (await target.has(table))
      throw new LecternError(
        'STORE_NOT_EMPTY',
        `The target is not empty: its table ${table.name} has rows. Nothing was copied. Use a new database, or a state without a store.`,
        { exitCode: 2 },
      );
}

async function copyTable(
  source: Snapshot,
  target: Target,
  table: Table,
  index: ReturnType<typeof createSearchIndexer>,
): Promise<CopiedTable> {
  if (table.name === SETTINGS) await target.clear(table);
  const sent = createSum(table);
  for await (const rows of source.rows(table)) {
    sent.add(rows);
    await target.insert(table, rows);
    await index(table, rows);
  }
  if (table.hasAssignedIds) await target.setLastId(table, await source.lastId(table));
  const stored = createSum(table);
  for await (const rows of target.rows(table)) stored.add(rows);
  const [sentSum, storedSum] = [sent.end(), stored.end()];
  if (sentSum.sha256 !== storedSum.sha256)
    throw new LecternError(
      'STORE_DIFFERS',
      `The target returns different rows of ${table.name} than were written (${storedSum.rows}, expected ${sentSum.rows}). Nothing was copied. Check whether a trigger of the target changes rows.`,
    );
  return { database: table.database, table: table.name, ...sentSum };
}
