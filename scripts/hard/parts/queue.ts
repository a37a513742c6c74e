import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { silentLog } from '#src/lib/log.ts';
import { openPgBossQueue, runWorker, systemClock } from '#src/publish/queue/index.ts';
import type { Lease } from '#src/publish/release-store/index.ts';
import { rowWithoutPeer } from '../../bench/report.ts';
import { startPostgres } from '../../testing/postgres.ts';
import type { Part } from '../part.ts';

const END_WAIT_MS = 600_000;
const POLL_MS = 100;
const MAX_SECONDS = 60;
const BRAND = 'freenovel';

/** A lease that no other process requests. */
const freeLease = (signal: AbortSignal): Lease => ({
  number: 1,
  signal,
  whileHeld: (work) => work(),
  release: async () => {},
});

const AT = '2026-05-01T12:00:00.000Z';

/** Queues bad jobs before a nightly rebuild. The rebuild must complete, and each bad job must fail with a reason. */
export const queuePart: Part = {
  name: 'queue',
  about:
    'bad jobs and shards of lost runs are queued before a night: the night completes, these jobs fail with a reason',
  unit: 'times',
  full: 300,
  quick: 40,
  async run({ size, seed, slack }) {
    await using postgres = await withPostgres();
    const queue = await openPgBossQueue(postgres.url, silentLog);
    const bad = fc.sample(badJob, { numRuns: size, seed });
    for (const { name, data } of bad) await postgres.insert(name, data);
    const night = await queue.send({ brand: BRAND, at: AT });
    let rendered = 0;
    const end = new AbortController();
    const began = performance.now();
    const working = runWorker({
      queue: await openPgBossQueue(postgres.url, silentLog),
      work: {
        begin: async () => ({ report: {} as never }),
        async renderShard() {
          rendered += 1;
          return { pages: 0, costs: {} };
        },
      },
      clock: systemClock,
      acquireLease: async () => freeLease(end.signal),
      log: silentLog,
      signal: end.signal,
    });
    const isOver = async () => (await queue.find(night))?.state === 'done' && (await postgres.open()) === 0;
    while (!(await isOver()) && performance.now() - began < END_WAIT_MS)
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    const seconds = (performance.now() - began) / 1000;
    end.abort();
    await working;
    const findings = await postgres.findings();
    if ((await queue.find(night))?.state !== 'done') findings.push('the night did not complete');
    if (rendered > 0) findings.push(`${rendered} shards of lost runs were rendered`);
    await queue.close();
    return {
      rows: [rowWithoutPeer('time until all jobs have ended', seconds, 's', MAX_SECONDS * slack)],
      findings,
    };
  },
};

const lostShard = fc.record({
  brand: fc.constant(BRAND),
  run: fc.uuid(),
  index: fc.integer({ min: 1, max: 12 }),
  of: fc.constant(12),
});
const badJob = fc.oneof(
  fc.record({ name: fc.constant('shards'), data: lostShard }),
  // PostgreSQL itself rejects NUL and lone surrogates in values of type jsonb, so they cannot be queued.
  fc.record({
    name: fc.constantFrom('nights', 'shards'),
    data: fc.json().map((text) => JSON.parse(text.replaceAll(/\\u(?:0000|d[89a-f]..)/gi, '?').toWellFormed())),
  }),
  fc.record({
    name: fc.constant('nights'),
    data: fc.record({ brand: fc.constantFrom('../x', '', 'A', 7), at: fc.constantFrom(AT, 'soon', 0) }),
  }),
);

async function withPostgres() {
  const postgres = await startPostgres();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const rowsOf = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await client.query<Row>(sql, values)).rows;
  return {
    url: postgres.url,
    insert: (name: string, data: unknown) =>
      rowsOf(
        `INSERT INTO lectern_queue.job (id, name, data, retry_limit, retry_delay, priority, expire_seconds)
        VALUES ($1, $2, $3, 360, 5, 5, 60)`,
        [randomUUID(), name, JSON.stringify(data)],
      ),
    open: async () =>
      (await rowsOf(`SELECT id FROM lectern_queue.job WHERE state IN ('created', 'retry', 'active')`)).length,
    async findings(): Promise<string[]> {
      const rows = await rowsOf<{ name: string; data: unknown; state: string; reason: string | null }>(
        `SELECT name, data, state, output #>> '{error,message}' AS reason FROM lectern_queue.job WHERE priority = 5`,
      );
      return rows
        .filter(({ state, reason }) => state !== 'failed' || !reason)
        .map(({ name, data, state }) => `a job of ${name} is ${state}: ${JSON.stringify(data)}`);
    },
    async [Symbol.asyncDispose]() {
      await client.end();
      await postgres.close();
    },
  };
}
