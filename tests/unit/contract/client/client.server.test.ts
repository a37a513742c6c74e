import { afterEach, describe, expect, it, vi } from 'vitest';
import { createServerClient, type ServerClientOptions } from '#src/contract/client/client.server.ts';
import { RETRY_DELAY_MS } from '#src/contract/client/limits.ts';
import {
  type AnyCall,
  authLogin,
  bookShow,
  CALLS,
  chapterShow,
  searchMulti,
  seoBookTags,
} from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { recordingLog } from '../../../helpers/recording-log.ts';
import {
  type Answerer,
  refuse,
  type ScriptedServer,
  send,
  startScriptedServer,
  succeed,
} from '../../../helpers/scripted-server.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

async function start(answer: Answerer, options: Partial<ServerClientOptions> = {}) {
  const server: ScriptedServer = await startScriptedServer(answer);
  const { log, lines } = recordingLog();
  const client = createServerClient({ origin: server.origin, prefix: '/ash_api', log, ...options });
  closers.push(server.close, client.close);
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { client, logged, seen: server.seen };
}

const context = { locale: LOCALES.en };
const tag = (id: unknown) => ({ id, name: `Tag ${id}`, genre_id: null, updated_at: '2026-03-01T00:00:00Z' });
const page = (items: readonly unknown[]) => ({ items, page: 1, page_size: 20, total: items.length });
const tags =
  (...ids: unknown[]): Answerer =>
  (response) =>
    succeed(response, page(ids.map(tag)));
const idsOf = ({ data }: { readonly data: { readonly items: readonly { id: number }[] } }) =>
  data.items.map(({ id }) => id);

describe('a response list with items that violate the contract', () => {
  it("is returned without these items for a visitor's page, and they are logged", async () => {
    const { client, logged } = await start(tags(1, 'two', 3), { failFast: true });
    const result = await client.call(seoBookTags, { page: 2 }, context);
    expect([result.success, idsOf(result), result.leftOut?.length]).toEqual([1, [1, 3], 1]);
    expect(logged()).toMatchObject([
      {
        level: 'warn',
        call: 'seo.book_tags',
        leftOut: 1,
        target: '/ash_api/v1/seo.book_tags?page=2&section=7&lang=en-us',
        msg: expect.stringMatching(/^seo\.book_tags: 1 item is left out: data\.items\.1\.id is "two", expected number/),
      },
    ]);
  });

  it('is logged with the total number of invalid items and the positions of the first five', async () => {
    const { client, logged } = await start(tags(1, 'a', 'b', 'c', 'd', 'e', 'f'), { failFast: true });
    await client.call(seoBookTags, {}, context);
    const [{ msg, leftOut } = {}] = logged();
    expect(leftOut).toBe(6);
    expect(msg).toMatch(/6 items are left out: .*items\.1\.id.*; .*items\.5\.id/);
    expect(msg).not.toContain('items.6');
  });

  it('is logged without a URL for a POST', async () => {
    const found = { books: page([]), authors: page([]), tags: page([tag(1), tag('two')]), keywords: page([]) };
    const { client, logged } = await start((response) => succeed(response, found), { failFast: true });
    await client.call(searchMulti, { keyword: 'x' }, context);
    expect(logged()).toMatchObject([{ call: 'search.multi', leftOut: 1 }]);
    expect(logged()[0]).not.toHaveProperty('target');
  });

  it('makes the call fail, except for a page that has other items to show', async () => {
    const code = async (answer: Answerer, options: Partial<ServerClientOptions>) => {
      const { client } = await start(answer, options);
      return (await client.call(seoBookTags, {}, context)).errors[0]?.code;
    };
    expect(await code(tags(1, 'two'), {})).toBe('CLIENT_CONTRACT');
    expect(await code(tags('one', 'two'), { failFast: true })).toBe('CLIENT_CONTRACT');
  });

  it('is returned without these items to callers that log omitted items themselves, even if no items remain', async () => {
    const leavesOut = (call: AnyCall) => call === seoBookTags;
    const { client, logged } = await start(tags('one', 'two'), { failFast: true, leavesOut });
    const result = await client.call(seoBookTags, {}, context);
    expect([result.success, idsOf(result), result.leftOut?.map(({ place }) => place)]).toEqual([
      1,
      [],
      ['items.0', 'items.1'],
    ]);
    expect(logged()).toEqual([]);
  });
});

describe('the retries of a request to the upstream', () => {
  const failing: Answerer = (response) => send(response, 500, 'a fault', { 'retry-after': '0' });

  it('are reported to onRetry, at most three per call', async () => {
    const later = globalThis.setTimeout;
    const soon = (run: () => void, ms?: number) =>
      later(run, ms === RETRY_DELAY_MS || ms === 2 * RETRY_DELAY_MS ? 0 : ms);
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(soon as typeof setTimeout);
    let retries = 0;
    const { client, seen } = await start(failing, { onRetry: () => (retries += 1) });
    await Promise.all([client.call(seoBookTags, {}, context), client.call(bookShow, { book_id: 1 }, context)]);
    expect([retries, seen.length]).toEqual([6, 8]);
  });

  it('are not reported if a visitor waits for the response', async () => {
    let retries = 0;
    const { client, seen } = await start(failing, { failFast: true, onRetry: () => (retries += 1) });
    await client.call(seoBookTags, {}, context);
    expect([retries, seen.length]).toEqual([0, 4]);
  });

  it('are never sent for a call that changes data', async () => {
    let retries = 0;
    const { client } = await start(failing, { onRetry: () => (retries += 1) });
    await client.call(authLogin, { email: 'a@b.test', password: 'p' }, context);
    expect(retries).toBe(0);
  });
});

describe('a failed call on the server', () => {
  it.each([
    [401, 'info'],
    [404, 'info'],
    [410, 'info'],
    [451, 'info'],
    [400, 'warn'],
    [403, 'warn'],
    [409, 'warn'],
  ])('with status %i is logged as %s', async (status, level) => {
    const { client, logged } = await start((response) => refuse(response, status, 'NOT_FOUND'));
    await client.call(bookShow, { book_id: 7 }, context);
    expect(logged()).toMatchObject([
      {
        level,
        status,
        call: 'book.show',
        code: 'NOT_FOUND',
        target: '/ash_api/v1/book.show?book_id=7&section=7&lang=en-us',
        msg: 'book.show: Test error NOT_FOUND.',
      },
    ]);
  });

  it('is logged once, and without the URL if it is a POST', async () => {
    const { client, logged } = await start((response) => send(response, 200, 'no JSON'));
    await client.call(searchMulti, { keyword: 'x' }, context);
    expect(logged()).toMatchObject([{ level: 'warn', msg: 'search.multi: the response is not JSON' }]);
    expect(logged()[0]).not.toHaveProperty('target');
  });

  it('is not logged while the circuit breaker is open', async () => {
    const down: Answerer = (response) => send(response, 502, 'down');
    const { client, logged, seen } = await start(down, { failFast: true });
    const login = () => client.call(authLogin, { email: 'a@b.test', password: 'p' }, context);
    for (let count = 0; count < 5; count += 1) await login();
    const before = logged().length;
    expect((await login()).errors[0]?.code).toBe('CLIENT_UNAVAILABLE');
    expect([seen.length, logged().length]).toEqual([5, before]);
  });
});

describe('the probe for missing calls', () => {
  it('requests only the specified calls, with a page size of 1, and remembers which are missing', async () => {
    const { client, seen, logged } = await start((response, { path }) =>
      path.endsWith('chapter.show') ? send(response, 404, 'nothing') : refuse(response, 401, 'UNAUTHORIZED'),
    );
    expect(await client.probe([chapterShow, authLogin])).toEqual([chapterShow]);
    expect([client.lacks(chapterShow), client.lacks(authLogin), logged().length]).toEqual([true, false, 1]);
    expect(seen.find(({ path }) => path.endsWith('chapter.show'))?.query).toMatchObject({ page_size: '1' });
    const { status, errors } = await client.call(chapterShow, { book_id: 1, chapter_id: 2 }, context);
    expect([status, errors[0]?.code, seen.length]).toEqual([404, 'CALL_ABSENT', 2]);
  });
});

describe('the probe for missing calls in a client for pages', () => {
  const isProbe: (request: { query: Record<string, unknown> }) => boolean = ({ query }) => query['page_size'] === '1';

  it('does not affect the calls of pages if it fails, and is not repeated', async () => {
    const { client, seen } = await start(
      (response, request) =>
        isProbe(request) || request.method === 'POST' ? send(response, 502, 'down') : tags(1)(response, request, 1),
      { failFast: true },
    );
    expect(await client.probe()).toEqual([]);
    expect(seen).toHaveLength(CALLS.filter(({ required }) => !required).length);
    expect((await client.call(seoBookTags, { page: 2 }, context)).success).toBe(1);
  });

  it('runs at most eight calls concurrently', async () => {
    const heldResponses: (() => void)[] = [];
    const { client, seen } = await start((response) => void heldResponses.push(() => send(response, 401, '')), {
      failFast: true,
    });
    const probing = client.probe();
    await vi.waitFor(() => expect(heldResponses).toHaveLength(8), { timeout: 20_000 });
    expect(seen).toHaveLength(8);
    const answering = setInterval(() => {
      for (const answer of heldResponses.splice(0)) answer();
    }, 5);
    await probing;
    clearInterval(answering);
  });
});

it('a plain 404 does not mark a call as missing if the call has succeeded before', async () => {
  const chapter = { chapter: null };
  const { client } = await start((response, _request, count) =>
    count === 1 ? succeed(response, chapter) : send(response, 404, 'gone astray'),
  );
  for (let count = 0; count < 2; count += 1) await client.call(chapterShow, { book_id: 1, chapter_id: 2 }, context);
  expect(client.lacks(chapterShow)).toBe(false);
});

it('ETags are neither stored nor sent for signed-in visitors or POST calls', async () => {
  const used: string[] = [];
  const etags = { get: (key: string) => void used.push(key), set: (key: string) => void used.push(key) };
  const { client } = await start((response) => succeed(response, page([]), { etag: '"e"' }), { etags });
  await client.call(seoBookTags, {}, { ...context, token: 't' });
  await client.call(searchMulti, { keyword: 'x' }, context);
  expect(used).toEqual([]);
  await client.call(seoBookTags, {}, context);
  expect(used).toHaveLength(2);
});
