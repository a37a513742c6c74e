import { afterEach, describe, expect, it, vi } from 'vitest';
import { answerFetch } from '#src/shell/service-worker/answer.ts';
import { html, NAMES, ORIGIN, offline, type Scene, scene } from './scene.ts';

/** A request in a mode such as `navigate`, which scripts cannot set. */
function requestTo(path: string, mode = 'navigate'): Request {
  const request = new Request(ORIGIN + path);
  return new Proxy(request, {
    get(target, name) {
      if (name === 'mode') return mode;
      const value = Reflect.get(target, name, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

/** The response to a request: from the worker, or from the network if the worker does not handle it. */
async function responseTo(worker: Scene, path: string, mode?: string): Promise<Response> {
  const request = requestTo(path, mode);
  const answers: Promise<Response>[] = [];
  answerFetch(worker, { request, respondWith: (response) => void answers.push(response) });
  return answers[0] ?? worker.fetch(request);
}

const REQUESTS = [
  ['a page', '/genres', 'navigate'],
  ['a page of a downloaded book', '/book-reader/4/41', 'navigate'],
  ['a page with a query', '/search?q=moon', 'navigate'],
  ['a file', '/_astro/a.b1b2b3b4.js', 'no-cors'],
  ['a call', '/books_api/v1/book.show?id=4', 'cors'],
  ['a chapter fetched by a page', '/book-reader/4/41', 'cors'],
] as const;

/** Every method of the caches. The tests make them throw, as in browsers that lack them. */
const METHODS = ['open', 'has', 'keys', 'delete'] as const;
const faults = METHODS.flatMap((method) => [
  [
    method,
    'throws',
    () => {
      throw new TypeError(`${method} is not a function`);
    },
  ] as const,
  [method, 'rejects', () => Promise.reject(new TypeError(`${method} is not a function`))] as const,
]);

describe.each(REQUESTS)('the response of the service worker for %s', (_what, path, mode) => {
  it.each(faults)('comes from the network when caches.%s %s', async (method, _how, fault) => {
    const worker = scene(async () => html('from the network'));
    worker.caches[method] = fault as never;
    const answer = await responseTo(worker, path, mode);
    expect([answer.status, await answer.text()]).toEqual([200, 'from the network']);
  });

  it('has the status from the network when the caches are broken', async () => {
    const worker = scene(async () => new Response('gone', { status: 410 }));
    for (const method of METHODS) worker.caches[method] = (() => Promise.reject(new TypeError('broken'))) as never;
    expect((await responseTo(worker, path, mode)).status).toBe(410);
  });

  it('fails with a network error instead of hanging if neither caches nor the network are available', async () => {
    const worker = scene(offline);
    for (const method of METHODS) worker.caches[method] = (() => Promise.reject(new TypeError('broken'))) as never;
    const outcome = await responseTo(worker, path, mode).catch((error: unknown) => error);
    expect(outcome instanceof TypeError || (outcome as Response).type === 'error').toBe(true);
  });
});

describe('an exception in the service worker', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('is reported and does not show the offline page', async () => {
    const worker = scene(async () => html('from the network'));
    await worker.put(NAMES.shell, '/offline', 'You are offline');
    const error = new TypeError('not a function');
    vi.stubGlobal('setTimeout', () => {
      throw error;
    });
    const response = await responseTo(worker, '/genres');
    expect(await response.text()).toBe('from the network');
    expect(worker.reported).toEqual([error]);
  });
});

it('the service worker leaves a request to the browser when choosing a strategy throws', async () => {
  const worker = scene(async () => html('from the network'));
  const request = new Proxy(requestTo('/genres'), {
    get: (target, name) => {
      if (name === 'method') throw new TypeError('broken');
      return Reflect.get(target, name);
    },
  });
  const respondWith = vi.fn();
  answerFetch(worker, { request, respondWith });
  expect(respondWith).not.toHaveBeenCalled();
  expect(worker.reported).toHaveLength(1);
});
