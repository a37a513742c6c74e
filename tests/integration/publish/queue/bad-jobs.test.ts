import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { silentLog } from '#src/lib/log.ts';
import { type JobQueue, openPgBossQueue } from '#src/publish/queue/index.ts';
import { type Postgres, startPostgres } from '../../../../scripts/testing/postgres.ts';

let postgres: Postgres;
let client: pg.Client;
beforeAll(async () => {
  postgres = await startPostgres();
  client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await postgres.close();
});

let queue: JobQueue;
beforeEach(async () => {
  queue = await openPgBossQueue(postgres.url, silentLog);
  await client.query('DELETE FROM lectern_queue.job');
});
afterEach(async () => {
  await queue.close();
});

const NIGHT = { brand: 'freenovel', at: '2026-05-01T12:00:00.000Z' };
const RUN = '6f1f3f3a-7d0e-4d5c-9d6f-3c2f4f4a5b6c';

/** Queues a job without using our code, as a third-party program would. */
async function insert(name: 'nights' | 'shards', data: unknown): Promise<string> {
  const sql = `INSERT INTO lectern_queue.job (name, data, retry_limit, retry_delay, priority, expire_seconds)
    VALUES ($1, $2, 360, 5, 100, 60) RETURNING id`;
  const { rows } = await client.query<{ id: string }>(sql, [name, JSON.stringify(data)]);
  return rows[0]?.id ?? '';
}

async function rowOf(id: string) {
  const { rows } = await client.query('SELECT state, output FROM lectern_queue.job WHERE id = $1', [id]);
  return rows[0];
}

describe('the job queue of rebuilds', () => {
  it.each([
    ['nights', null, 'the job'],
    ['nights', 'freenovel', 'the job'],
    ['nights', [], 'brand'],
    ['nights', {}, 'brand'],
    ['nights', { ...NIGHT, brand: '../freenovel' }, 'brand'],
    ['nights', { ...NIGHT, at: 'yesterday' }, 'at'],
    ['nights', { ...NIGHT, pages: '/novel' }, 'pages'],
    ['nights', { ...NIGHT, other: true }, 'other'],
    ['shards', { brand: 'freenovel', run: 'none', index: 1, of: 2 }, 'run'],
    ['shards', { brand: 'freenovel', run: RUN, index: 3, of: 2 }, 'the job'],
    ['shards', { brand: 'freenovel', run: RUN, index: 1.5, of: 2 }, 'index'],
    ['shards', { brand: 'freenovel', run: RUN, index: 1, of: 1e9 }, 'of'],
  ] as const)('moves a malformed job in %s to the failed jobs: %j', async (name, data, field) => {
    const bad = await insert(name, data);
    const good = await queue.send(NIGHT);
    expect((await queue.take('shard'))?.id).toBeUndefined();
    expect((await queue.take('night'))?.id).toBe(good);
    const row = await rowOf(bad);
    expect(row.state).toBe('failed');
    expect(row.output.error.message).toContain(`malformed: ${field}`);
  });

  it('stores the reason for rejecting a job, and never hands out that job again', async () => {
    const id = await queue.send(NIGHT);
    const job = await queue.take('night');
    await job?.reject('No worker can do it.');
    expect(await queue.take('night')).toBeUndefined();
    expect(await rowOf(id)).toMatchObject({ state: 'failed', output: { error: { message: 'No worker can do it.' } } });
    expect((await queue.find(id))?.state).toBe('failed');
  });

  it('does not reject a job that another worker has already taken', async () => {
    const id = await queue.send(NIGHT);
    const job = await queue.take('night');
    await client.query(`UPDATE lectern_queue.job SET retry_count = retry_count + 1 WHERE id = $1`, [id]);
    await job?.reject('No worker can do it.');
    expect((await rowOf(id)).state).toBe('active');
  });
});
