import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStore, type Store } from '#src/api/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { openPostgresTarget } from '#src/api/store/transfer/postgres.ts';
import { type Postgres, startPostgres } from '../../../scripts/testing/postgres.ts';
import { connectTo, lockWait } from '../../helpers/postgres-locks.ts';
import { holdTransaction, newDatabase } from '../../helpers/test-store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: Postgres;
let address: string;
let folder: string;
let observer: Client;
const opened: Store[] = [];

beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-locks-'));
  address = await newDatabase(server.url);
  observer = await connectTo(address);
});
afterEach(async () => {
  for (const store of opened.splice(0)) await store.close();
  await observer.end();
  rmSync(folder, { recursive: true });
});

/** Opens the store as another process would. */
async function open(): Promise<Store> {
  const store = await openStore(folder, address);
  opened.push(store);
  return store;
}

describe('the schema in PostgreSQL', () => {
  it('is created by one process, while other processes that open the store wait', async () => {
    const first = await connectTo(address);
    await first.query(`BEGIN; SELECT pg_advisory_xact_lock(hashtext('lectern schema')); CREATE SCHEMA catalogue`);
    const opening = open();
    expect(await lockWait(observer, opening)).toContain('pg_advisory_xact_lock');
    await first.query('COMMIT');
    await first.end();
    expect(await (await opening).catalogue.get(sql`SELECT 1 FROM books`)).toBeUndefined();
  });

  it('is complete if several processes open an empty database at once', async () => {
    const stores = await Promise.all([open(), open(), open(), open()]);
    for (const { catalogue, visitors } of stores)
      expect([await catalogue.get(sql`SELECT 1 FROM books`), await visitors.get(sql`SELECT 1 FROM users`)]).toEqual([
        undefined,
        undefined,
      ]);
  });
});

describe('content transactions in PostgreSQL', () => {
  it('run one after another, even across two processes', async () => {
    const [one, other] = [await open(), await open()];
    const events: string[] = [];
    const transaction = await holdTransaction(one.catalogue);
    const second = other.catalogue.transaction(async () => void events.push('second'));
    expect(await lockWait(observer, second)).toContain('pg_advisory_xact_lock');
    events.push('first');
    await transaction.end();
    await second;
    expect(events).toEqual(['first', 'second']);
  });

  it('are skipped by transactionUnlessBusy while another process runs a transaction', async () => {
    const [one, other] = [await open(), await open()];
    const work = vi.fn(async () => {});
    const transaction = await holdTransaction(one.catalogue);
    expect(await other.catalogue.transactionUnlessBusy(work)).toBe(false);
    expect(work).not.toHaveBeenCalled();
    await transaction.end();
    expect(await other.catalogue.transactionUnlessBusy(work)).toBe(true);
    expect(work).toHaveBeenCalledOnce();
  });

  it('fail if the server restarts between two of their statements, and the next one succeeds', async () => {
    const { catalogue } = await open();
    const begun = Promise.withResolvers<void>();
    const restarted = Promise.withResolvers<void>();
    const transaction = catalogue.transaction(async (database) => {
      begun.resolve();
      await restarted.promise;
      await database.get(sql`SELECT 1 FROM books`);
    });
    await begun.promise;
    await server.restart();
    restarted.resolve();
    await expect(transaction).rejects.toThrow(/not queryable|terminated|ended/);
    await catalogue.transaction(async (database) => {
      expect(await database.get(sql`SELECT 1 FROM books`)).toBeUndefined();
    });
  });

  it('leave connections free for reads while many of them wait', async () => {
    const { catalogue } = await open();
    const transaction = await holdTransaction(catalogue);
    const waiting = Array.from({ length: 40 }, () => catalogue.transaction(async () => {}));
    expect(await catalogue.get(sql`SELECT 1 FROM books`)).toBeUndefined();
    await transaction.end();
    await Promise.all(waiting);
  });
});

describe('a copy of a store to PostgreSQL while another process writes', () => {
  it('waits for a content transaction to end', async () => {
    const transaction = await holdTransaction((await open()).catalogue);
    const target = openPostgresTarget(address);
    expect(await lockWait(observer, target)).toContain('pg_advisory_xact_lock');
    await transaction.end();
    await (await target).close();
  });

  it('waits for a transaction in the data of visitors to end', async () => {
    const { visitors } = await open();
    const started = Promise.withResolvers<void>();
    const ending = Promise.withResolvers<void>();
    const written = visitors.transaction(async (database) => {
      await database.run(sql`INSERT INTO page_views (day, brand, path, views) VALUES ('2026-01-01', 'ash', '/', 1)`);
      started.resolve();
      await ending.promise;
    });
    await started.promise;
    const target = openPostgresTarget(address);
    expect(await lockWait(observer, target)).toContain('LOCK TABLE');
    ending.resolve();
    await written;
    const copied = await target;
    const view = visitors.run(
      sql`INSERT INTO page_views (day, brand, path, views) VALUES ('2026-01-02', 'ash', '/', 1)`,
    );
    expect(await lockWait(observer, view)).toContain('INSERT INTO page_views');
    await copied.close();
    await view;
  });
});
