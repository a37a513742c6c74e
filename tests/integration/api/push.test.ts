import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readPushKeys } from '#src/api/index.ts';
import { createBrowser } from '../../helpers/push-browser.ts';
import { vapidClaims } from '../../helpers/vapid.ts';
import { book, chapter, startApi, type TestApi } from './fixture.ts';

const PRIVATE = 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw';

interface Service {
  readonly origin: string;
  readonly received: { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }[];
  /** Sets the status and the headers of all later responses. */
  answer(status: number, headers?: Record<string, string>): void;
  close(): Promise<void>;
}

/** Starts a simulated push service on this machine. */
async function startService(): Promise<Service> {
  const received: Service['received'] = [];
  let next = { status: 201, headers: {} };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const piece of request as AsyncIterable<Buffer>) chunks.push(piece);
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(next.status, next.headers).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    received,
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer(status, headers = {}) {
      next = { status, headers };
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

let api: TestApi;
let service: Service;
const browser = createBrowser();

beforeEach(async () => {
  const keys = readPushKeys(PRIVATE);
  if (!keys) throw new Error('no keys');
  const push = {
    brands: new Map([['local', { keys, contact: 'mailto:help@local.test' }]]),
    allowPrivateAddresses: true,
  };
  service = await startService();
  api = await startApi(
    async (writer) => {
      await writer.putBook(book('a', { title: 'The Long Ship' }));
      await writer.putBook(book('b'));
    },
    { push },
  );
});
afterEach(async () => {
  await api.close();
  await service.close();
});

const subscribe = async (path = '/one', books = [1]) => {
  const { status } = await api.post('push.subscribe', {
    endpoint: service.origin + path,
    ...browser.keys,
    books,
    reader: '/book-reader',
  });
  expect(status).toBe(200);
};
/** Writes the book with two chapters and these additional ones, as an import does. */
const publish = (...names: string[]) =>
  api.write((writer) =>
    writer.putBook(
      book('a', { title: 'The Long Ship', chapters: ['One', 'Two', ...names].map((name) => chapter(name)) }),
    ),
  );

describe('push notifications of new chapters', () => {
  it('are offered with the public key of the brand, if the brand has push keys', async () => {
    expect((await api.get('push.key')).body.data.key).toMatch(/^[\w-]{87}$/);
    expect((await api.get('/freenovel_api/v1/push.key')).body.data.key).toBeNull();
  });

  it('contain the title and the URL of the latest new chapter', async () => {
    await subscribe();
    await publish('Three', 'Four');
    await api.notifyOfNewChapters();
    const [message] = service.received;
    if (!message) throw new Error('no message came');
    expect(JSON.parse(browser.read(message.body))).toEqual({
      title: 'The Long Ship',
      body: 'Four (+1)',
      tag: 'book-1',
      path: expect.stringMatching(/^\/book-reader\/1\/\d+$/),
    });
    expect(message.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: 'book-1' });
    const claims = vapidClaims(String(message.headers.authorization));
    expect(claims).toMatchObject({ aud: service.origin, sub: 'mailto:help@local.test' });
  });

  it('are sent once per chapter, and not for chapters that existed before the subscription', async () => {
    await subscribe();
    await api.notifyOfNewChapters();
    expect(service.received).toEqual([]);
    await publish('Three');
    await api.notifyOfNewChapters();
    await subscribe();
    await api.notifyOfNewChapters();
    expect(service.received).toHaveLength(1);
  });

  it.each([404, 410])('are no longer sent to a browser whose push service has responded with %i', async (status) => {
    await subscribe();
    await publish('Three');
    service.answer(status);
    await api.notifyOfNewChapters();
    await publish('Three', 'Four');
    service.answer(201);
    await api.notifyOfNewChapters();
    expect(service.received).toHaveLength(1);
  });

  it('are sent only to browsers that follow the book and have not unsubscribed', async () => {
    await subscribe('/one', [1]);
    await subscribe('/two', [2]);
    await subscribe('/three', [1]);
    const unsubscription = await api.post('push.unsubscribe', { endpoint: `${service.origin}/three` });
    expect(unsubscription.body.data).toEqual({ removed: true });
    await publish('Three');
    await api.notifyOfNewChapters();
    expect(service.received.map(({ path }) => path)).toEqual(['/one']);
  });

  it('cannot be subscribed to at a brand without push keys', async () => {
    const subscription = { endpoint: `${service.origin}/x`, ...browser.keys, books: [], reader: '/book-reader' };
    expect((await api.post('/freenovel_api/v1/push.subscribe', subscription)).status).toBe(404);
  });
});
