import { createHash } from 'node:crypto';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { describe, expect, it, vi } from 'vitest';
import { createContent, type DictionaryForm } from '#src/serve/http/representation.ts';
import {
  type Health,
  type SiteResponse,
  send,
  sendHealth,
  sendPlainPage,
  sendRedirect,
  sendRefusal,
  serialize,
  serializeKnown,
} from '#src/serve/http/responses.ts';
import { parsedRequest } from '../parsed-request.ts';

const HTML = Buffer.from('<p>a novel of the sea</p>'.repeat(60));
const HASH = `${'a'.repeat(43)}=`;
const DICTIONARY: DictionaryForm = { path: '/dictionary/novel', hash: HASH, bytes: Buffer.from('by it') };

const responseOf = (change: Partial<SiteResponse> = {}, dictionary?: DictionaryForm): SiteResponse => ({
  content: createContent(HTML, 'text/html; charset=utf-8', 'e1', {}, dictionary),
  status: 200,
  cacheControl: 'no-cache',
  headers: {},
  cacheable: undefined,
  ...change,
});

/** Returns the headers by lower-case name. */
function headersOf({ headers }: { readonly headers: readonly string[] }): Record<string, string> {
  const pairs = headers.flatMap((name, at) => (at % 2 === 0 ? [[name, headers[at + 1] ?? '']] : []));
  return Object.fromEntries(pairs);
}

const accepting = (acceptEncoding: string, availableDictionary?: string) => ({ acceptEncoding, availableDictionary });

describe('a response prepared for sending', () => {
  it.each([
    ['gzip, br', 'br', '"e1-br"'],
    ['gzip', 'gzip', '"e1-gzip"'],
    ['identity', undefined, '"e1"'],
  ])('has the encoding, ETag and length for a client that accepts %s', async (accepted, encoding, etag) => {
    const serialized = await serialize(accepting(accepted), responseOf());
    expect(headersOf(serialized)).toMatchObject({
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      ETag: etag,
    });
    expect(headersOf(serialized)['Content-Encoding']).toBe(encoding);
    expect(serialized.etag).toBe(etag);
    expect(serialized.headersWithLength).toEqual([
      ...serialized.headers,
      'Content-Length',
      `${serialized.body.length}`,
    ]);
  });

  it.each(['br', 'identity'])('has a Vary header for the encoding if the client accepts %s', async (accepted) => {
    expect(headersOf(await serialize(accepting(accepted), responseOf()))['Vary']).toBe('Accept-Encoding');
  });

  it('names the dictionary for its pages in a header, and has a Vary header for dictionaries', async () => {
    const serialized = await serialize(accepting('br'), responseOf({}, DICTIONARY));
    expect(headersOf(serialized)).toMatchObject({
      'Content-Encoding': 'br',
      Vary: 'Accept-Encoding, Available-Dictionary',
      Link: '</dictionary/novel>; rel="compression-dictionary"',
    });
  });

  it('is compressed with the dictionary for a client that has the dictionary and accepts dcz', async () => {
    const serialized = await serialize(accepting('br, dcz', `:${HASH}:`), responseOf({}, DICTIONARY));
    expect(serialized.body).toEqual(DICTIONARY.bytes);
    expect(headersOf(serialized)).toMatchObject({ 'Content-Encoding': 'dcz', ETag: '"e1-dcz-aaaaaaaa"' });
  });

  it('may override common headers', async () => {
    const serialized = await serialize(accepting(''), responseOf({ headers: { 'Cache-Control': 'no-store' } }));
    expect(headersOf(serialized)['Cache-Control']).toBe('no-store');
  });
});

describe('the response to a client that already has the content', () => {
  const revalidated = (ifNoneMatch: string | undefined, change: Partial<SiteResponse> = {}, accepted = 'br') =>
    serializeKnown(parsedRequest('/', { ifNoneMatch, acceptEncoding: accepted }), responseOf(change));

  it.each(['"e1-br"', 'W/"e1-br"', '"e0", "e1-br"', '"e1"'])('has no body for %s', (etag) => {
    expect(revalidated(etag)).toMatchObject({ status: 200, body: new Uint8Array() });
  });

  it.each([
    ['a request without an ETag', undefined, {}],
    ['any ETag', '*', {}],
    ['the ETag of different content', '"e2-br"', {}],
    ['the ETag of an encoding that the client does not accept', '"e1-gzip"', {}],
    ['the ETag of an error page', '"e1-br"', { status: 404 }],
  ])('is the complete response for %s', (_what, etag, change) => {
    expect(revalidated(etag, change)).toBeUndefined();
  });
});

/** Returns a raw response: status, headers by lower-case name, body. */
function sentBy(write: (response: ServerResponse) => void) {
  const written: Buffer[] = [];
  const connection = new Writable({
    write(chunk, _encoding, done) {
      written.push(Buffer.from(chunk));
      done();
    },
  });
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  response.shouldKeepAlive = true;
  response.useChunkedEncodingByDefault = true;
  response.assignSocket(connection as Socket);
  write(response);
  const [head = '', body = ''] = Buffer.concat(written).toString().split('\r\n\r\n');
  const [first = '', ...fields] = head.split('\r\n');
  const headers = fields.map((field) => [
    field.slice(0, field.indexOf(':')).toLowerCase(),
    field.slice(field.indexOf(':') + 2),
  ]);
  return { status: Number(first.split(' ')[1]), headers: Object.fromEntries(headers) as Record<string, string>, body };
}

describe('a response sent by the server', () => {
  const sendTo = async (request: Parameters<typeof parsedRequest>[1], change: Partial<SiteResponse> = {}) => {
    const serialized = await serialize(
      { acceptEncoding: undefined, availableDictionary: undefined },
      responseOf(change),
    );
    return sentBy((response) => send(parsedRequest('/', request), response, serialized));
  };

  it('has its length, headers and body', async () => {
    const { status, headers, body } = await sendTo({});
    expect([status, headers['content-length'], headers['etag'], body]).toEqual([
      200,
      `${HTML.length}`,
      '"e1"',
      HTML.toString(),
    ]);
    expect(headers).not.toHaveProperty('x-accel-expires');
  });

  it('has the same headers and no body if the method is HEAD', async () => {
    const { status, headers, body } = await sendTo({ method: 'HEAD' });
    expect([status, headers['content-length'], body]).toEqual([200, `${HTML.length}`, '']);
  });

  it.each(['"e1"', '*', 'W/"e1"'])('is a 304 with only headers for a client that sent %s', async (ifNoneMatch) => {
    const { status, headers, body } = await sendTo({ ifNoneMatch });
    expect([status, headers['etag'], headers['cache-control'], body]).toEqual([304, '"e1"', 'no-cache', '']);
    expect(headers).not.toHaveProperty('content-length');
  });

  it('is sent completely if it is an error, even to a client that has the content', async () => {
    const { status, body } = await sendTo({ ifNoneMatch: '*' }, { status: 404 });
    expect([status, body]).toEqual([404, HTML.toString()]);
  });

  it('states for how many whole seconds a proxy may cache it, even with status 304', async () => {
    vi.spyOn(Date, 'now').mockReturnValue(10_000);
    const proxySecondsOf = async (freshUntil: number, ifNoneMatch?: string) =>
      (await sendTo({ ifNoneMatch }, { freshUntil })).headers['x-accel-expires'];
    expect([
      await proxySecondsOf(12_999),
      await proxySecondsOf(10_000),
      await proxySecondsOf(4_000),
      await proxySecondsOf(13_000, '"e1"'),
    ]).toEqual(['2', '0', '0', '3']);
  });
});

describe('a redirect sent by the server', () => {
  const redirect = (status: number, headers = {}) =>
    sentBy((response) => sendRedirect(response, { kind: 'redirect', status, location: '/es/genres', headers }));

  it('is cached for an hour if it is permanent, otherwise not at all', () => {
    expect(redirect(308)).toMatchObject({
      status: 308,
      headers: { location: '/es/genres', 'cache-control': 'public, max-age=3600', 'content-length': '0' },
      body: '',
    });
    for (const status of [301, 302, 303, 307]) expect(redirect(status).headers['cache-control']).toBe('no-store');
  });

  it('has the security headers of a page, and its own headers', () => {
    const { headers } = redirect(307, { Vary: 'Cookie', 'Cache-Control': 'private' });
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', vary: 'Cookie', 'cache-control': 'private' });
  });
});

it('a refusal is one line of plain text, is not cached, and closes the connection', () => {
  const refusal = { status: 405, text: 'No such method.', headers: { Allow: 'GET, HEAD' } };
  expect(sentBy((response) => sendRefusal(response, refusal))).toMatchObject({
    status: 405,
    headers: {
      'content-type': 'text/plain; charset=utf-8',
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
      connection: 'close',
      allow: 'GET, HEAD',
      'x-content-type-options': 'nosniff',
    },
    body: expect.stringContaining('No such method.\n'),
  });
});

describe('the response of the health check', () => {
  const health = (status: Health['status'], method = 'GET') =>
    sentBy((response) =>
      sendHealth(parsedRequest('/readyz', { method }), response, { status, withoutRelease: ['oak'] }),
    );

  it.each([
    ['ok', 200],
    ['not ready', 503],
    ['draining', 503],
  ] as const)('for the status "%s" has status %i, and is not cached', (healthState, status) => {
    const response = health(healthState);
    expect([response.status, JSON.parse(response.body)]).toEqual([
      status,
      { status: healthState, withoutRelease: ['oak'] },
    ]);
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      'content-length': `${response.body.length}`,
    });
  });

  it('has no body for HEAD', () => {
    const { body, headers } = health('ok', 'HEAD');
    expect([body, Number(headers['content-length']) > 0]).toEqual(['', true]);
  });
});

describe('a plain page that is built into the server', () => {
  const page = (method = 'GET', headers = {}) =>
    sentBy((response) =>
      sendPlainPage(parsedRequest('/', { method }), response, {
        kind: 'plainPage',
        status: 503,
        title: 'Böoks',
        text: 'Come back &amp; read.',
        headers,
      }),
    );

  it('contains the given title and text unchanged, and its length in bytes', () => {
    const { status, headers, body } = page();
    expect(status).toBe(503);
    expect(body).toContain('<title>Böoks</title>');
    expect(body).toContain('<h1>Böoks</h1><p>Come back &amp; read.</p>');
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': `${Buffer.byteLength(body)}`,
    });
  });

  it('has a policy that allows only its own style', () => {
    const { headers, body } = page();
    const style = /<style>(.*)<\/style>/.exec(body)?.[1] ?? '';
    const sum = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${sum}'; frame-ancestors 'none'`,
    );
  });

  it('may have additional headers, but none that weaken its security', () => {
    const { headers } = page('GET', { 'Retry-After': '5', 'Cache-Control': 'public', 'X-Content-Type-Options': 'x' });
    expect(headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('has no body for HEAD', () => {
    const { body, headers } = page('HEAD');
    expect([body, Number(headers['content-length']) > 0]).toEqual(['', true]);
  });
});
