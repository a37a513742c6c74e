import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#src/api/store/sql.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { isPostgres } from '../../helpers/test-store.ts';
import { book, startApi, type TestApi } from './fixture.ts';
import { signUp, type Visitor } from './visitor.ts';

let api: TestApi;
let visitor: Visitor;
const { log, lines } = recordingLog();

beforeAll(async () => {
  api = await startApi((writer) => writer.putBook(book('a')), { log });
  visitor = await signUp(api);
});
afterAll(() => api.close());

const item = (id: number) => ({ kind: 'hidden', id: String(id + 1), value: { name: 'x'.repeat(40) }, at: 1 });
const sync = (id: number) => visitor.post('library.sync', { items: [item(id)] });
const stored = async () =>
  (await api.store.visitors.all<{ id: string }>(sql`SELECT id FROM library WHERE kind = 'hidden'`))
    .map(({ id }) => id)
    .sort();

/**
 * Runs a pragma on every connection to the databases of visitors and counts. Transactions use a separate connection.
 */
async function onEach(pragma: string): Promise<void> {
  for (const database of [api.store.visitors, api.store.counts]) {
    await database.exec(pragma);
    await database.transaction((own) => own.exec(pragma));
  }
}

/** Prevents the visitors' database from growing, as a full disk would, or allows it to grow again. */
async function setDiskFull(isFull: boolean): Promise<void> {
  const { page_count: pages } = await api.store.visitors.one<{ page_count: number }>(sql`PRAGMA page_count`);
  await onEach(`PRAGMA max_page_count = ${isFull ? pages : 1_000_000}`);
}

it.runIf(!isPostgres)(
  'the API on a full disk rejects writes, loses no confirmed write, and still serves reads',
  async () => {
    await setDiskFull(true);
    const acknowledged: string[] = [];
    let answer = await sync(0);
    for (let id = 1; answer.status === 200 && id < 500; id += 1) {
      acknowledged.push(String(id));
      answer = await sync(id);
    }
    expect(answer).toMatchObject({
      status: 503,
      body: {
        success: 0,
        errors: [{ code: 'UNAVAILABLE', message: 'This cannot be saved right now. Please try again later.' }],
      },
    });
    expect(answer.headers.get('retry-after')).toBe('60');
    expect(await stored()).toEqual(acknowledged.sort());
    expect((await api.get('book.show', { book_id: 1 })).status).toBe(200);
    expect((await visitor.get('user.profile')).status).toBe(200);
    const [line] = lines.filter((one) => one.includes('The disk is full'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 'error',
      msg: expect.stringMatching(/Free some space.*visitors\.db, [\d.]+ MiB free\)$/),
    });
    await setDiskFull(false);
    expect((await sync(999)).status).toBe(200);
    expect(await stored()).toContain('1000');
  },
);

it.runIf(!isPostgres)('the API on a read-only disk rejects writes, and still serves reads', async () => {
  // This must be the last test: `query_only` cannot be reset, because such a connection cannot begin a transaction.
  await onEach('PRAGMA query_only = ON');
  const answer = await sync(2000);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('retry-after')).toBe('60');
  expect((await api.get('book.show', { book_id: 1 })).status).toBe(200);
  expect(lines.some((line) => line.includes('mounted read-only'))).toBe(true);
});
