import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Database, openDatabase } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';

let folder: string;
let database: Database;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-transactions-'));
  database = await openDatabase(join(folder, 'a.db'), ['CREATE TABLE t (x INTEGER)']);
});
afterEach(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

const put = (on: Database, x: number) => on.run(sql`INSERT INTO t VALUES (${x})`);
const all = async (on: Database) =>
  (await on.all<{ x: number }>(sql`SELECT x FROM t ORDER BY rowid`)).map(({ x }) => x);
const later = () => new Promise<void>((resolve) => void setTimeout(resolve, 5));

/** Opens a transaction that remains open until the test calls `end` or `fail`. */
async function openTransaction(work: (transaction: Database) => Promise<unknown>) {
  const opened = Promise.withResolvers<void>();
  const ending = Promise.withResolvers<void>();
  const ended = database.transaction(async (transaction) => {
    await work(transaction);
    opened.resolve();
    await ending.promise;
  });
  await opened.promise;
  return { ended, end: ending.resolve, fail: ending.reject };
}

it('reads do not see the data of an open transaction, and writes wait until it ends', async () => {
  const open = await openTransaction((transaction) => put(transaction, 1));
  const written = [
    put(database, 2),
    database.returning(sql`INSERT INTO t VALUES (3) RETURNING x`),
    database.exec('INSERT INTO t VALUES (4)'),
  ];
  await later();
  expect(await all(database)).toEqual([]);
  open.end();
  await Promise.all([open.ended, ...written]);
  expect(await all(database)).toEqual([1, 2, 3, 4]);
});

it('a write that waits for a transaction is carried out even if the transaction fails', async () => {
  const open = await openTransaction((transaction) => put(transaction, 1));
  const written = put(database, 2);
  open.fail(new Error('stopped'));
  await expect(open.ended).rejects.toThrow('stopped');
  await written;
  expect(await all(database)).toEqual([2]);
});

it('transactions run one after another, even on different connections', async () => {
  const other = await openDatabase(join(folder, 'a.db'), ['CREATE TABLE t (x INTEGER)']);
  const add = (on: Database) =>
    on.transaction(async (transaction) => {
      const { last } = await transaction.one<{ last: number }>(sql`SELECT coalesce(max(x), 0) AS last FROM t`);
      await later();
      await put(transaction, last + 1);
    });
  await Promise.all([add(database), add(other), add(database), add(other)]);
  await other.close();
  expect(await all(database)).toEqual([1, 2, 3, 4]);
});

it('a nested transaction is part of its outer transaction', async () => {
  const work = database.transaction(async (transaction) => {
    await transaction.transaction((inner) => put(inner, 1));
    throw new Error('stopped');
  });
  await expect(work).rejects.toThrow('stopped');
  expect(await all(database)).toEqual([]);
});

it('a write that would wait for its own transaction throws an error', async () => {
  const refused = expect.objectContaining({ code: 'STORE_TRANSACTION' });
  await expect(database.transaction(() => put(database, 1))).rejects.toThrow(refused);
  await expect(database.transaction(() => database.transaction(async () => {}))).rejects.toThrow(refused);
});

it('transactionUnlessBusy skips its work while this or another process is writing', async () => {
  const open = await openTransaction((transaction) => put(transaction, 1));
  expect(await database.transactionUnlessBusy(async (transaction) => void (await put(transaction, 2)))).toBe(false);
  open.end();
  await open.ended;
  expect(await database.transactionUnlessBusy(async (transaction) => void (await put(transaction, 3)))).toBe(true);
  const other = new DatabaseSync(join(folder, 'a.db'));
  other.exec('BEGIN IMMEDIATE');
  expect(await database.transactionUnlessBusy(async (transaction) => void (await put(transaction, 4)))).toBe(false);
  other.close();
  expect(await all(database)).toEqual([1, 3]);
});

it.each(['run', 'transaction'] as const)(
  '%s waits at most the configured time for a locked database file',
  async (method) => {
    database.setBusyTimeout(1);
    const other = new DatabaseSync(join(folder, 'a.db'));
    other.exec('BEGIN IMMEDIATE');
    const startedAt = Date.now();
    const writing = method === 'run' ? put(database, 1) : database.transaction((transaction) => put(transaction, 1));
    await expect(writing).rejects.toThrow('locked');
    expect(Date.now() - startedAt).toBeLessThan(5000);
    other.close();
  },
);
