import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HANDLERS } from '#src/api/calls/index.ts';
import { sql } from '#src/api/store/sql.ts';
import { CALLS } from '#src/contract/index.ts';
import { recordingLog } from '../../helpers/recording-log.ts';
import { isPostgres } from '../../helpers/test-store.ts';
import { book, ids, startApi, type TestApi, titles } from './fixture.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi(async (writer) => {
    for (const n of [1, 2, 3]) await writer.putBook(book(`b${n}`, { hot: n }));
    await writer.putBook(book('spanish', { section: 9, title: 'Dragones', language: 'es-ES' }));
  });
});
afterAll(() => api.close());

describe('the health endpoints of the API', () => {
  const ask = async (path: string) => {
    const response = await fetch(api.address + path);
    const { status, headers } = response;
    return { status, cache: headers.get('cache-control'), body: await response.json() };
  };

  it('report whether the API responds and can read its databases', async () => {
    for (const path of ['/healthz', '/readyz'])
      expect(await ask(path)).toEqual({ status: 200, cache: 'no-store', body: { status: 'ok' } });
  });

  it('report the database that cannot be read', async () => {
    await api.store.visitors.exec('ALTER TABLE users RENAME TO hidden');
    try {
      expect(await ask('/readyz')).toMatchObject({
        status: 503,
        body: { status: 'not ready', unreadable: ['visitors'] },
      });
      expect(await ask('/healthz')).toMatchObject({ status: 200 });
    } finally {
      await api.store.visitors.exec('ALTER TABLE hidden RENAME TO users');
    }
  });
});

describe('the protocol of the API', () => {
  it('implements every call of the contract and no other', () => {
    expect([...HANDLERS.keys()].sort()).toEqual(CALLS.map((call) => call.name).sort());
  });

  it('serves calls under the prefix of every brand', async () => {
    for (const prefix of ['/public', '/freenovel_api']) {
      expect((await api.get(`${prefix}/v1/book.list`)).body.data.total).toBe(3);
    }
  });

  it('reports an unknown call, a wrong method, and a path outside its prefixes', async () => {
    for (const path of ['book.absent', 'search.multi', '/nowhere/v1/book.list', '/public']) {
      const { status, body } = await api.get(path);
      expect(status).toBe(404);
      expect(body).toMatchObject({ success: 0, errors: [{ code: 'CALL_ABSENT' }], desc: expect.any(String) });
    }
  });

  it('responds with BAD_REQUEST to a path that cannot be decoded', async () => {
    for (const path of ['/public/v1/x%zz', '/public/%', '/%ff%fe']) {
      const response = await fetch(`${api.address}${path}`);
      expect([path, response.status, response.headers.get('cache-control')]).toEqual([path, 400, 'no-store']);
      expect(await response.json()).toEqual({
        success: 0,
        data: {},
        errors: [{ code: 'BAD_REQUEST', message: expect.stringContaining('url') }],
        desc: expect.any(String),
      });
    }
  });

  it('responds to a bad request with every problem and with the empty data of the call', async () => {
    const { status, body, headers } = await api.get('book.list', { page: 0, page_size: 201 });
    expect(status).toBe(400);
    expect(body.data).toEqual({ items: [], page: 1, page_size: 20, total: 0 });
    expect(body.errors.map((error: { message: string }) => error.message)).toEqual([
      expect.stringMatching(/^page: /),
      expect.stringMatching(/^page_size: /),
    ]);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('rejects a repeated parameter, and a body that is not a JSON object', async () => {
    expect((await api.get('/public/v1/book.show?book_id=1&book_id=2')).status).toBe(400);
    for (const body of ['[]', '{"keyword":', '"text"', '{"__proto__":{"a":1},"keyword":"x"}']) {
      const headers = { 'content-type': 'application/json' };
      const response = await fetch(`${api.address}/public/v1/search.multi`, { method: 'POST', headers, body });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ success: 0, errors: [{ code: 'BAD_REQUEST' }] });
    }
  });

  it('rejects a body that exceeds the size limit', async () => {
    const { status, body } = await api.post('search.multi', { keyword: 'x'.repeat(3_000_000) });
    expect([status, body.errors[0].code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });
});

describe.runIf(!isPostgres)('the API on a full disk', () => {
  it('responds with 503 to writes, logs one line, and still serves reads', async () => {
    const { log, lines } = recordingLog();
    const crowded = await startApi((writer) => writer.putBook(book('b1')), { log });
    try {
      const { pages } = await crowded.store.visitors.one<{ pages: number }>(
        sql`SELECT page_count AS pages FROM pragma_page_count`,
      );
      await crowded.store.visitors.transaction((own) => own.exec(`PRAGMA max_page_count = ${pages}`));
      const fill = { email: 'a@example.org', password: 'correct horse', name: 'x'.repeat(60) };
      let answer = await crowded.post('auth.register', fill);
      for (let n = 0; answer.status === 200 && n < 25; n += 1)
        answer = await crowded.post('auth.register', { ...fill, email: `a${n}@example.org` });
      expect([answer.status, answer.body.errors[0].code, answer.body.data]).toEqual([
        503,
        'UNAVAILABLE',
        { session: null },
      ]);
      expect(lines.join('')).toMatch(/auth\.register failed: The disk is full\. Free some space/);
      expect(lines.join('')).not.toContain('stack');
      expect((await crowded.get('book.show', { book_id: 1 })).status).toBe(200);
    } finally {
      await crowded.close();
    }
  });
});

describe('the parameters section and lang of an API call', () => {
  it('default to section 7', async () => {
    expect((await api.get('book.list')).body.data.total).toBe(3);
  });

  it('are read from the query of a GET', async () => {
    const { body } = await api.get('book.list', { section: 9, lang: 'ES-es' });
    expect(titles(body.data.items)).toEqual(['Dragones']);
  });

  it('are read from the body or the query of a POST', async () => {
    const inBody = await api.post('search.multi', { keyword: 'dragones', section: 9, lang: 'es-ES' });
    const inQuery = await api.post('/public/v1/search.multi?section=9&lang=es-ES', { keyword: 'dragones' });
    expect(inBody.body.data.books.total).toBe(1);
    expect(inQuery.body).toEqual(inBody.body);
  });

  it('produce an empty list if the section is unknown, and status 400 if it is invalid', async () => {
    expect((await api.get('book.list', { section: 999 })).body.data.items).toEqual([]);
    expect((await api.get('book.list', { section: 'seven' })).status).toBe(400);
  });

  it('limit the response to books of the section', async () => {
    const [id] = ids((await api.get('book.list', { section: 9 })).body.data.items);
    expect((await api.get('book.show', { book_id: id ?? 0 })).status).toBe(404);
    expect((await api.get('book.show', { book_id: id ?? 0, section: 9 })).status).toBe(200);
  });
});

describe('ETags of API responses', () => {
  it('are sent with every GET, and a request with the ETag of unchanged data gets a 304', async () => {
    const first = await api.get('recommend.tag_group_list');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await api.get('recommend.tag_group_list', {}, { 'if-none-match': value });
      expect([again.status, again.body]).toEqual([304, undefined]);
      expect(again.headers.get('etag')).toBe(etag);
    }
  });

  it('change when the data changes', async () => {
    const before = await api.get('book.show', { book_id: 1 });
    await api.write((writer) => writer.putBook(book('b1', { hot: 77 })));
    const after = await api.get('book.show', { book_id: 1 }, { 'if-none-match': before.headers.get('etag') ?? '' });
    expect([after.status, after.body.data.book.hot]).toEqual([200, 77]);
  });

  it('are also sent in the response to HEAD, which has no body', async () => {
    const response = await fetch(`${api.address}/public/v1/book.list`, { method: 'HEAD' });
    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(response.headers.get('etag')).toBe((await api.get('book.list')).headers.get('etag'));
  });
});
