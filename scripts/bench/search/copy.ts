import { DatabaseSync } from 'node:sqlite';
import type { Store } from '#src/api/index.ts';
import type { Database, Row } from '#src/api/store/database.ts';
import { markWriting } from '#src/api/store/foreign-edits.ts';
import { NAME_KIND, nameSearchRow } from '#src/api/store/name-search-row.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { toIndexText } from '#src/api/store/tokenize.ts';
import { searchFields } from '#src/api/store/writer/books.ts';
import { bookAt } from './books.ts';

/**
 * Tables of the catalogue whose ids the database assigns. Referenced tables come before the tables that refer to
 * them.
 */
const COUNTED = ['authors', 'genres', 'tags', 'keywords', 'categories', 'books', 'chapters'];
const TABLES = [...COUNTED, 'chapter_texts', 'memberships', 'term_variants'];
/** A column that each database computes, so that it is not copied. */
const GENERATED = 'state';
/** Number of rows per statement. */
const BLOCK = 5_000;
/** Indexes that are created after all rows are inserted. Updating them with each row would take five times as long. */
const WORD_INDEXES = ['book_search', 'name_search'];

/**
 * Copies the catalogue with `books` books from a store's file to an empty store in PostgreSQL, with the same rows that
 * the writer would create.
 */
export async function copyToPostgres(file: string, to: Store, books: number): Promise<void> {
  const from = new DatabaseSync(file, { readOnly: true });
  try {
    await to.catalogue.transaction(async (database) => {
      await markWriting(database, true);
      for (const table of WORD_INDEXES) await database.exec(`DROP INDEX ${table}_by_word`);
      for (const table of TABLES) await copyTable(from, database, table);
      await putRows(database, 'name_search', nameRows(from));
      await putRows(database, 'book_search', bookRows(books));
      for (const table of WORD_INDEXES)
        await database.exec(`CREATE INDEX ${table}_by_word ON ${table} USING gin (words)`);
      const seq = from.prepare(`SELECT value FROM meta WHERE key = 'seq'`).get()?.['value'] ?? '0';
      await database.run(sql`UPDATE meta SET value = ${seq} WHERE key = 'seq'`);
      await markWriting(database, false);
    });
  } finally {
    from.close();
  }
  // Updates the statistics of the query planner. On a running server, this happens automatically after some time.
  await to.catalogue.exec('ANALYZE');
}

async function copyTable(from: DatabaseSync, database: Database, table: string): Promise<void> {
  await putRows(database, table, from.prepare(`SELECT * FROM ${table}`).iterate() as Iterable<Row>);
  if (!COUNTED.includes(table)) return;
  await database.exec(
    `SELECT setval(pg_get_serial_sequence('${table}', 'id'), max(id)) FROM ${table} HAVING max(id) > 0`,
  );
}

async function putRows(database: Database, table: string, rows: Iterable<Row>): Promise<void> {
  for (const block of blocksOf(rows)) {
    const columns = Object.keys(block[0] ?? {}).filter((column) => column !== GENERATED);
    const list = columns.map((column) => `"${column}"`).join();
    const statement = sql`INSERT INTO ${raw(table)} (${raw(list)})
      SELECT ${raw(list)} FROM json_populate_recordset(NULL::${raw(table)}, ${JSON.stringify(block)}::json)`;
    await database.run(statement);
  }
}

function* nameRows(from: DatabaseSync): Generator<Row> {
  for (const kind of ['author', 'tag', 'keyword'] as const) {
    for (const { id, name } of from.prepare(`SELECT id, name FROM ${kind}s`).iterate() as Iterable<Row>)
      yield { rowid: nameSearchRow(NAME_KIND[kind], Number(id)), name: toIndexText(String(name)) };
  }
}

/**
 * Yields the rows of books. Their words cannot be read from the file, which contains them only in an index, so they are
 * computed again. The ids follow the order of insertion.
 */
function* bookRows(books: number): Generator<Row> {
  for (let number = 0; number < books; number += 1) {
    yield { rowid: number + 1, ...searchFields(bookAt(number, books)) };
  }
}

function* blocksOf(rows: Iterable<Row>): Generator<Row[]> {
  let block: Row[] = [];
  for (const row of rows) {
    block.push(row);
    if (block.length < BLOCK) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
