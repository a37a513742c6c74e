import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#src/api/store/database.ts';
import { readInThreads } from '#src/api/store/reading-threads.ts';
import { sql } from '#src/api/store/sql.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';

/** A query that keeps a thread busy for much longer than `SELECT 1`. */
const LONG_QUERY = sql`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000) SELECT max(i) AS most FROM n`;

let folder: string;
let database: Database;
let searched: Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-reading-'));
  const file = join(folder, 'a.db');
  database = await openDatabase(file, ['CREATE TABLE t (x INTEGER)']);
  searched = readInThreads(database, file);
});
afterEach(async () => {
  await searched.close();
  await database.close();
  rmSync(folder, { recursive: true });
});

it('reads do not wait for a slow read', async () => {
  const ended: string[] = [];
  const long = searched.one(LONG_QUERY).then(({ most }) => ended.push(`the long read: ${most}`));
  await database.get(sql`SELECT 1`);
  ended.push('the short one');
  await long;
  expect(ended).toEqual(['the short one', 'the long read: 3000000']);
});

it('reads in threads include writes immediately after they are committed, but no data of an open transaction', async () => {
  await database.run(sql`INSERT INTO t VALUES (1)`);
  expect(await searched.all(sql`SELECT x FROM t WHERE x = ${1}`)).toEqual([{ x: 1 }]);
  await database.transaction(async (transaction) => {
    await transaction.run(sql`INSERT INTO t VALUES (2)`);
    expect(await searched.one(sql`SELECT count(*) AS rows FROM t`)).toEqual({ rows: 1 });
  });
  expect(await searched.get(sql`SELECT x FROM t WHERE x = 2`)).toEqual({ x: 2 });
  expect(await searched.get(sql`SELECT x FROM t WHERE x = 3`)).toBeUndefined();
});

it('an error in a reading thread has the message, the codes and the file name of the original error', async () => {
  await expect(searched.all(sql`SELECT y FROM t`)).rejects.toMatchObject({ message: 'no such column: y', errcode: 1 });
  await expect(searched.one(sql`SELECT x FROM t`)).rejects.toMatchObject({ code: 'STORE_EMPTY' });
  const error = await searched.all(sql`INSERT INTO t VALUES (1)`).catch((thrown: unknown) => thrown);
  expect(storageErrorOf(error)?.message).toContain(join(folder, 'a.db'));
});
