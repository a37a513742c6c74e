import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { serviceOf } from '#src/api/push/endpoint.ts';
import { notifyOfNewChapters, type PushBrand } from '#src/api/push/new-chapters.ts';
import type { PushMessage, PushResult } from '#src/api/push/sender.ts';
import { insertRow } from '#src/api/store/insert.ts';
import { sql } from '#src/api/store/sql.ts';
import { putSubscription } from '#src/api/store/visitors/push.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import { book, chapter } from '../../../integration/api/fixture.ts';

const NOON = Date.parse('2026-06-01T12:00:00Z');
const ASH = { keys: { private: 'k' }, contact: 'mailto:help@ash.test' } as unknown as PushBrand;

let open: EmptyStore;
let sent: PushMessage[];
/** Responds to each notification in place of the push service. */
let answer: (message: PushMessage) => Promise<PushResult>;
let brands: Map<string, PushBrand>;
let minute: number;
let lines: string[];

beforeEach(async () => {
  open = await openEmptyStore();
  [sent, minute, lines] = [[], 0, []];
  answer = async () => ({ kind: 'sent' });
  brands = new Map([['ash', ASH]]);
  await publish('One', 'Two');
});
afterEach(() => open.close());

const publish = (...names: string[]) =>
  open.write((writer) =>
    writer.putBook(book('ship', { title: 'The Long Ship', chapters: names.map((name) => chapter(name)) })),
  );
const follow = (name: string, last: number, books = [1], brand = 'ash', host = 'push.test') =>
  putSubscription(
    open.store.visitors,
    {
      endpoint: `https://${host}/${name}`,
      brand,
      p256dh: `key of ${name}`,
      auth: 'a',
      reader: '/book-reader',
      service: serviceOf(`https://${host}/`),
    },
    books.map((id) => ({ id, last })),
    new Date(NOON),
  );
async function checkForChapters(atMinute = minute): Promise<number> {
  minute = atMinute;
  const recording = recordingLog();
  const before = sent.length;
  await notifyOfNewChapters({
    store: open.store,
    brands,
    log: recording.log,
    now: () => new Date(NOON + minute * 60_000),
    sender: {
      send(message) {
        sent.push(message);
        return answer(message);
      },
      close: async () => {},
    },
  });
  lines = recording.lines;
  return sent.length - before;
}
const waiting = async () => (await open.store.visitors.all(sql`SELECT * FROM push_outbox`)).length;

describe('a browser subscribed to a book', () => {
  it('is notified of the last new chapter with its URL and the number of earlier new chapters', async () => {
    await follow('one', 2);
    await publish('One', 'Two', 'Three', 'Four', 'Five');
    await checkForChapters();
    expect(sent).toEqual([
      {
        ...ASH,
        endpoint: 'https://push.test/one',
        p256dh: 'key of one',
        auth: 'a',
        topic: 'book-1',
        text: sent[0]?.text,
      },
    ]);
    expect(JSON.parse(sent[0]?.text ?? '')).toEqual({
      title: 'The Long Ship',
      body: 'Five (+2)',
      path: '/book-reader/1/5',
      tag: 'book-1',
    });
  });

  it('is notified once of a single new chapter, with its title', async () => {
    await follow('one', 2);
    expect(await checkForChapters()).toBe(0);
    await publish('One', 'Two', 'Three');
    expect([await checkForChapters(), await checkForChapters(), await checkForChapters(999)]).toEqual([1, 0, 0]);
    expect(JSON.parse(sent[0]?.text ?? '')).toMatchObject({ body: 'Three' });
    expect(await waiting()).toBe(0);
  });

  it('is not notified of a book that lost chapters, has no chapters, or does not exist', async () => {
    await open.write((writer) => writer.putBook(book('empty', { chapters: [] })));
    await follow('one', 2, [1, 2, 99]);
    await follow('two', 0, [2, 99]);
    await publish('One');
    expect([await checkForChapters(), await waiting()]).toEqual([0, 0]);
  });

  it('is notified only if its brand has push keys and offers the book, and otherwise loses its waiting notifications', async () => {
    await follow('one', 1);
    await follow('two', 1, [1], 'oak');
    expect(await checkForChapters()).toBe(1);
    expect([sent[0]?.endpoint, await waiting()]).toEqual(['https://push.test/one', 0]);
    await open.write((writer) => writer.putBook(book('other', { brands: ['oak'] })));
    await follow('one', 1, [2]);
    expect([await checkForChapters(), await waiting()]).toEqual([0, 0]);
  });
});

describe('a notification about a new chapter', () => {
  beforeEach(async () => {
    await follow('one', 1);
  });

  it('is retried after a minute, then with doubled delays, eight times in all', async () => {
    answer = async () => ({ kind: 'retry', seconds: 0 });
    const tries: number[] = [];
    for (let at = 0; at <= 300; at += 1) if ((await checkForChapters(at)) === 1) tries.push(at);
    expect(tries).toEqual([0, 1, 3, 7, 15, 31, 63, 127]);
    expect(await waiting()).toBe(0);
  });

  it('is retried after the delay in Retry-After if that is longer', async () => {
    answer = async () => ({ kind: 'retry', seconds: 600 });
    expect([await checkForChapters(0), await checkForChapters(9), await checkForChapters(10)]).toEqual([1, 0, 1]);
    answer = async () => ({ kind: 'retry', seconds: 30 });
    expect([await checkForChapters(20), await checkForChapters(23), await checkForChapters(24)]).toEqual([1, 0, 1]);
  });

  it('is not sent again if the subscription is gone, and the browser is deleted with its books', async () => {
    answer = async () => ({ kind: 'gone' });
    await checkForChapters();
    await publish('One', 'Two', 'Three');
    expect([await checkForChapters(), await waiting()]).toEqual([0, 0]);
    expect(await open.store.visitors.all(sql`SELECT * FROM push_books`)).toEqual([]);
  });

  it('is logged and not sent again if the push service rejects it, but later notifications are sent', async () => {
    answer = async () => ({ kind: 'refused' });
    await checkForChapters();
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn', brand: 'ash' }]);
    expect([await checkForChapters(999), await waiting()]).toEqual([0, 0]);
    await publish('One', 'Two', 'Three');
    expect(await checkForChapters()).toBe(1);
  });

  it('is discarded if it cannot be created, and other notifications are sent', async () => {
    await follow('two', 1);
    answer = async ({ endpoint }) => {
      if (endpoint.endsWith('/one')) throw new Error('the key is none');
      return { kind: 'sent' };
    };
    expect(await checkForChapters()).toBe(2);
    expect(lines.join()).toContain('the key is none');
    expect([await checkForChapters(999), await waiting()]).toEqual([0, 0]);
  });
});

it('at most eight notifications are sent concurrently', async () => {
  for (let n = 0; n < 20; n += 1) await follow(`b${n}`, 1);
  let [now, maxConcurrent] = [0, 0];
  answer = async () => {
    now += 1;
    maxConcurrent = Math.max(maxConcurrent, now);
    await new Promise((resolve) => setImmediate(resolve));
    now -= 1;
    return { kind: 'sent' };
  };
  expect([await checkForChapters(), maxConcurrent <= 8]).toEqual([20, true]);
});

/** Never resolves, like a push service that hangs. */
const PENDING = new Promise<PushResult>(() => {});

it('a push service that hangs does not delay other brands or services', async () => {
  brands.set('oak', ASH);
  for (let n = 0; n < 20; n += 1) {
    await follow(`slow${n}`, 1, [1], 'ash', `a${n}.evil.test`);
    await follow(`slower${n}`, 1, [1], 'ash', `evil${n}.test`);
  }
  for (let n = 0; n < 5; n += 1) {
    await follow(`good${n}`, 1);
    await follow(`other${n}`, 1, [1], 'oak');
  }
  answer = async ({ endpoint }) => (/evil/.test(endpoint) ? PENDING : { kind: 'sent' });
  void checkForChapters();
  await expect
    .poll(() => sent.filter(({ endpoint }) => endpoint.startsWith('https://push.test/')).length, { timeout: 60_000 })
    .toBe(10);
  expect(sent.filter(({ endpoint }) => /evil/.test(endpoint)).length).toBeLessThanOrEqual(4);
});

it('a push service that times out for two notifications gets no others in this check, and at most two in the next', async () => {
  for (let n = 0; n < 10; n += 1) await follow(`slow${n}`, 1, [1], 'ash', `a${n}.evil.test`);
  answer = async () => ({ kind: 'silent' });
  expect([await checkForChapters(0), await waiting()]).toEqual([2, 10]);
  expect(await checkForChapters(1)).toBeLessThanOrEqual(2);
  answer = async () => ({ kind: 'sent' });
  expect([await checkForChapters(9), await waiting()]).toEqual([10, 0]);
});

it('a push service with many subscribed browsers does not delay other push services', async () => {
  for (let n = 0; n < 3; n += 1) await follow(`good${n}`, 1);
  await open.store.visitors.transaction(async (visitors) => {
    for (let n = 0; n < 1200; n += 1) {
      const row = { brand: 'ash', p256dh: 'k', auth: 'a', reader: '/r', service: 'evil.test', created_at: '' };
      const id = await insertRow(visitors, 'push_subscriptions', { endpoint: `https://evil.test/${n}`, ...row });
      await visitors.run(sql`INSERT INTO push_outbox VALUES (${id}, 1, 1, ${'title'}, ${'body'}, 0, 0, 0)`);
    }
  });
  answer = async ({ endpoint }) => (/evil/.test(endpoint) ? { kind: 'silent' } : { kind: 'sent' });
  await checkForChapters();
  expect(sent.filter(({ endpoint }) => endpoint.startsWith('https://push.test/'))).toHaveLength(3);
});
