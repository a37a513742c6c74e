import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { foldBook } from '#src/api/living-lists/fold-books.ts';
import type { Database } from '#src/api/store/database.ts';
import { auditLog } from '#src/api/store/reads/content.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { dueNotifications, queueNotifications } from '#src/api/store/visitors/push.ts';
import { createSearches } from '#src/api/store/visitors/searches.ts';
import { accountsOf } from '#src/api/store/visitors/staff.ts';
import { cleanUp } from '#src/api/store/writer/clean-up.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { fillStore, makeEveryCall } from '../../helpers/every-call.ts';
import { type RecordedStatement, recordStatements } from '../../helpers/statements.ts';
import { newDatabase } from '../../helpers/test-store.ts';
import { NOW } from './fixture.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 });

/** Runs all statements of the API's calls, and those of the writer, admin and notifications that need other indexes. */
async function runAllStatements(store: Store): Promise<void> {
  await fillStore(store);
  await makeEveryCall(store);
  const writer = createWriter(store, { now: () => NOW });
  await writer.transaction(async () => {
    await writer.editChapters('b1', (chapters) => chapters.map((one) => ({ ...one, title: `${one.title} again` })));
    await writer.editChapters('b1', (chapters) => chapters.slice(1));
    await writer.removeBook('b2');
  });
  await cleanUp(store, NOW);
  await auditLog(store.catalogue, 1, 10);
  const news = { book_id: 1, told: 1, number: 2, chapter_id: 2, title: 'A', body: 'B' };
  await queueNotifications(store.visitors, news, NOW);
  await dueNotifications(store.visitors, NOW, 10);
  await createSearches(store.visitors).add({ section: 7, keyword: 'sea', device: 'd' }, NOW);
  await accountsOf(store.visitors, 'ann@example.org');
  await foldBook(store.visitors, { day: '2026-05-31', brand: 'local', section: 7, book_id: 1 }, 0);
}

interface Index {
  readonly name: string;
  readonly table: string;
  readonly columns: readonly string[];
  /** Whether the index only makes queries faster and enforces no constraint. */
  readonly isExtra: boolean;
}

const names = (text: string, name: string) => new RegExp(`\\b${name}\\b`).test(text);

interface DatabaseKind {
  open(folder: string): Promise<Store>;
  /** A query for the indexes, as rows with `name`, `tbl`, `columns` (JSON) and `extra`. */
  readonly indexes: string;
  /** A query for the foreign keys that are not the table's primary key, as rows with `tbl` and `col`. */
  readonly foreignKeys: string;
  planOf(database: Database, statement: RecordedStatement): Promise<string>;
  /**
   * Whether an index is redundant if its columns are the first columns of another index. In SQLite such an index is
   * useful, because its rows are also ordered by id.
   */
  readonly refusesPrefixes: boolean;
  /** The query plans if these indexes did not exist. For a small table, PostgreSQL may choose any suitable index. */
  plansWithout(
    database: Database,
    indexes: readonly string[],
    statements: readonly RecordedStatement[],
  ): Promise<string>;
}

let postgres: Postgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

const SQLITE: DatabaseKind = {
  open: (folder) => openStore(folder),
  indexes: `SELECT i.name, t.name AS tbl, (SELECT json_group_array(name) FROM pragma_index_info(i.name)) AS columns, i.origin = 'c' AS extra
    FROM sqlite_schema t JOIN pragma_index_list(t.name) i WHERE t.type = 'table' AND t.name NOT LIKE '%\\_search%' ESCAPE '\\'`,
  foreignKeys: `SELECT t.name AS tbl, f."from" AS col FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) f
    WHERE t.type = 'table' AND NOT EXISTS (SELECT 1 FROM pragma_table_info(t.name) c WHERE c.name = f."from" AND c.pk = 1)`,
  async planOf(database, { query }) {
    const steps = await database.all<{ detail: string }>(sql`EXPLAIN QUERY PLAN ${query}`);
    return steps.map(({ detail }) => detail).join('\n');
  },
  refusesPrefixes: false,
  plansWithout: async () => '',
};

const POSTGRES: DatabaseKind = {
  open: async (folder) => openStore(folder, await newDatabase(postgres.url)),
  indexes: `SELECT c.relname AS name, t.relname AS tbl, (SELECT json_agg(a.attname ORDER BY k.place) FROM unnest(i.indkey) WITH ORDINALITY k(number, place)
      JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number)::text AS columns,
      CASE WHEN i.indisunique THEN 0 ELSE 1 END AS extra
    FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
    WHERE c.relnamespace = current_schema()::regnamespace`,
  foreignKeys: `SELECT t.relname AS tbl, a.attname AS col FROM pg_constraint f JOIN pg_class t ON t.oid = f.conrelid
    JOIN pg_attribute a ON a.attrelid = f.conrelid AND a.attnum = f.conkey[1]
    WHERE f.contype = 'f' AND f.connamespace = current_schema()::regnamespace`,
  planOf: (database, { query }) =>
    database.transaction(async (transaction) => {
      // Without this setting, PostgreSQL scans small tables instead of using an index.
      await transaction.exec('SET LOCAL enable_seqscan = off');
      const steps = await transaction.all<{ 'QUERY PLAN': string }>(sql`EXPLAIN ${query}`);
      return steps.map((step) => step['QUERY PLAN']).join('\n');
    }),
  refusesPrefixes: true,
  async plansWithout(database, indexes, statements) {
    const undone = new Error('undone');
    const plans: string[] = [];
    const look = database.transaction(async (transaction) => {
      await transaction.exec(['SET LOCAL enable_sort = off', ...indexes.map((name) => `DROP INDEX ${name}`)].join(';'));
      for (const statement of statements) plans.push(await POSTGRES.planOf(transaction, statement));
      throw undone;
    });
    await look.catch((error: unknown) => {
      if (error !== undone) throw error;
    });
    return plans.join('\n');
  },
};

describe.each([
  ['SQLite', SQLITE],
  ['PostgreSQL', POSTGRES],
])('the database indexes in %s', (_name, side) => {
  let folder: string;
  let opened: Store;
  let statements: readonly RecordedStatement[];
  let plans: Readonly<Record<'catalogue' | 'visitors', string>>;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-indexes-'));
    opened = await side.open(folder);
    const recorded = recordStatements(opened);
    await runAllStatements(recorded.store);
    statements = recorded.statements;
    const plansOf = async (database: 'catalogue' | 'visitors') => {
      const own = statements.filter((statement) => statement.database === database);
      return (await Array.fromAsync(own, (statement) => side.planOf(opened[database], statement))).join('\n');
    };
    plans = { catalogue: await plansOf('catalogue'), visitors: await plansOf('visitors') };
  });
  afterAll(async () => {
    await opened.close();
    rmSync(folder, { recursive: true });
  });

  async function indexesOf(database: 'catalogue' | 'visitors'): Promise<Index[]> {
    type IndexRow = { name: string; tbl: string; columns: string; extra: number };
    const rows = await opened[database].all<IndexRow>(raw(side.indexes));
    return rows.map(({ name, tbl, columns, extra }) => ({
      name,
      table: tbl,
      columns: JSON.parse(columns) as string[],
      isExtra: extra === 1,
    }));
  }

  const foreignKeysOf = (database: 'catalogue' | 'visitors') =>
    opened[database].all<{ tbl: string; col: string }>(raw(side.foreignKeys));

  it.each(['catalogue', 'visitors'] as const)(
    'are each used by a statement or a foreign key (%s)',
    async (database) => {
      const indexes = await indexesOf(database);
      const foreignKeys = await foreignKeysOf(database);
      const extra = indexes.filter(({ isExtra }) => isExtra);
      const isUsed = async ({ name, table }: Index) => {
        if (names(plans[database], name)) return true;
        const others = extra.filter((other) => other.name !== name && other.table === table);
        const own = statements.filter((one) => one.database === database && names(one.text, table));
        const without = others.map((other) => other.name);
        return names(await side.plansWithout(opened[database], without, own), name);
      };
      const isPrefix = (index: Index) =>
        side.refusesPrefixes &&
        indexes.some(
          (other) =>
            other !== index &&
            other.table === index.table &&
            index.columns.every((column, place) => other.columns[place] === column),
        );
      /** Whether this is the only index that can find the rows that refer to a deleted row. */
      const isOfForeignKey = (index: Index) =>
        foreignKeys.some(({ tbl, col }) => tbl === index.table && col === index.columns[0]) &&
        indexes.every(
          (other) => other === index || other.table !== index.table || other.columns[0] !== index.columns[0],
        );
      expect(extra.length).toBeGreaterThan(10);
      const unused: string[] = [];
      for (const index of extra)
        if (isPrefix(index) || !(isOfForeignKey(index) || (await isUsed(index)))) unused.push(index.name);
      expect(unused).toEqual([]);
    },
  );

  it.each(['catalogue', 'visitors'] as const)('include one for every foreign key (%s)', async (database) => {
    const indexes = await indexesOf(database);
    const foreignKeys = await foreignKeysOf(database);
    expect(foreignKeys.length).toBeGreaterThan(5);
    const isFound = ({ tbl, col }: { tbl: string; col: string }) =>
      indexes.some(({ table, columns }) => table === tbl && columns[0] === col);
    expect(foreignKeys.filter((key) => !isFound(key))).toEqual([]);
  });
});
