import type { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { acquireLease } from '#src/publish/release-store/index.ts';
import { type Postgres, startPostgres } from '../../../../scripts/testing/postgres.ts';
import { connectTo, lockWait } from '../../../helpers/postgres-locks.ts';
import { newDatabase } from '../../../helpers/test-store.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let server: Postgres;
let postgres: string;
let observer: Client;

beforeAll(async () => {
  server = await startPostgres();
});
beforeEach(async () => {
  postgres = await newDatabase(server.url);
  observer = await connectTo(postgres);
  return () => observer.end();
});
afterAll(() => server.close());

/** Acquires a lease that outlasts the test, so that it is never renewed. */
const lease = () => acquireLease({ postgres, name: 'publish ash', seconds: 3600 });
const never = new Promise(() => {});
const expire = () => observer.query(`UPDATE lectern_leases SET expires = now() - interval '1 second'`);

describe('the publishing lease of a brand', () => {
  it('is not granted to another process if it expires while its owner writes the pointer', async () => {
    const first = await lease();
    await expire();
    const events: string[] = [];
    const second = await first.whileHeld(async () => {
      const taking = lease().finally(() => events.push('taken'));
      // The promise is not awaited here, because it settles only after this work.
      expect(await lockWait(observer, taking)).toContain('INSERT INTO lectern_leases');
      events.push('written');
      return { taking };
    });
    expect((await second.taking).number).toBe(2);
    expect(events).toEqual(['written', 'taken']);
    await expect(first.whileHeld(async () => 'written')).rejects.toMatchObject({ code: 'LEASE' });
    await (await second.taking).release();
    await first.release();
  });

  it('is granted to only one of many processes that request it at the same time after it expires', async () => {
    const first = await lease();
    await expire();
    const results = await Promise.allSettled(Array.from({ length: 8 }, lease));
    const leases = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(leases.map(({ number }) => number)).toEqual([2]);
    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refused).toEqual(Array(7).fill('LEASE'));
    for (const one of [first, ...leases]) await one.release();
  });

  it('is not renewed by a statement that was pending at its release', async () => {
    const first = await acquireLease({ postgres, name: 'publish ash', seconds: 0.3 });
    // Makes renewals wait after they have started, before they read the row.
    await observer.query(`SELECT pg_advisory_lock(1);
      CREATE FUNCTION stand_still() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF current_query() LIKE '%interval%' THEN PERFORM pg_advisory_xact_lock_shared(1); END IF;
        RETURN NULL;
      END $$;
      CREATE TRIGGER stand_still BEFORE UPDATE ON lectern_leases FOR EACH STATEMENT EXECUTE FUNCTION stand_still()`);
    expect(await lockWait(observer, never)).toContain('UPDATE lectern_leases SET expires = now()');
    await first.release();
    await observer.query('SELECT pg_advisory_unlock(1)');
    const running = `SELECT 1 FROM pg_stat_activity WHERE query LIKE 'UPDATE lectern_leases SET expires = now()%' AND state = 'active'`;
    await expect.poll(async () => (await observer.query(running)).rowCount, { timeout: 30_000 }).toBe(0);
    const { rows } = await observer.query<{ expires: string }>('SELECT expires::text FROM lectern_leases');
    expect(rows).toEqual([{ expires: '-infinity' }]);
  });

  it('can be acquired while two processes create its table', async () => {
    const other = await connectTo(postgres);
    await other.query(`BEGIN; SELECT pg_advisory_xact_lock(7032201);
      CREATE TABLE lectern_leases (name text PRIMARY KEY, number bigint NOT NULL, holder text NOT NULL, expires timestamptz NOT NULL)`);
    const taking = lease();
    expect(await lockWait(observer, taking)).toContain('CREATE TABLE IF NOT EXISTS lectern_leases');
    await other.query('COMMIT');
    expect((await taking).number).toBe(1);
    await (await taking).release();
    await other.end();
  });
});
