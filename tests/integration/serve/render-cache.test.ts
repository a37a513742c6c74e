import { setTimeout as wait } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteLocals } from '#src/publish/bundle/index.ts';
import { addTakenDown } from '#src/publish/release/index.ts';
import { html, publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

type Render = (address: URL, locals: SiteLocals) => Response | Promise<Response>;

let server: RunningServer;
let render: Render;
let rendered: string[];

beforeEach(async () => {
  rendered = [];
  render = ({ pathname }) => page(pathname);
  const site = {
    async render(request: Request, locals: SiteLocals) {
      const url = new URL(request.url);
      rendered.push(url.href);
      return render(url, locals);
    },
    policy: 'policy of the page',
  };
  server = await startServer([testBrand('ash'), testBrand('oak')], { site });
  for (const id of ['ash', 'oak']) await publish(server.state, id, { pages: {} });
});
afterEach(() => server.close());

const page = (title: string, cache = 'max-age=60, stale-while-revalidate=60') =>
  new Response(html(title), { headers: { 'lectern-cache': cache } });

const NOVEL = '/novel/12/Fantasy/Dragons';

/** The not-found page of the brand `ash` for a book that was taken down: this page has only a title to replace. */
const legalNotice = html('not found').replace(
  '<title>not found</title>',
  '<title>This book is not available | Books of ash</title>',
);

/** Time limit for rendering a page again. It is long, because rendering is slow on a busy machine. */
const LONG_TIMEOUT = { timeout: 60_000 };

describe('the cache of pages rendered on request', () => {
  it('sends a page compressed, with its policy and an ETag', async () => {
    const { status, headers, body } = await server.ask('ash', NOVEL, { headers: { 'accept-encoding': 'br' } });
    expect(status).toBe(200);
    expect(brotliDecompressSync(body).toString()).toBe(html(NOVEL));
    expect(headers).toMatchObject({
      'content-security-policy': expect.stringMatching(/^policy of the page;img-src /),
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('lectern-cache');
    const again = await server.ask('ash', NOVEL, {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('contains pages with the origin of the brand, but without data of the visitor', async () => {
    let seen: SiteLocals | undefined;
    let headers: string[] = [];
    render = (_url, locals) => {
      seen = locals;
      return page('x');
    };
    await server.close();
    server = await startServer([testBrand('oak')], {
      upstreamOrigin: 'http://127.0.0.1:9',
      site: {
        async render(request, locals) {
          rendered.push(request.url);
          headers = [...request.headers.keys()];
          return render(new URL(request.url), locals);
        },
      },
    });
    await publish(server.state, 'oak', { pages: {} });
    await server.ask('oak', NOVEL, { headers: { cookie: 'hb_lang=es', authorization: 'Bearer t' } });
    expect(rendered).toEqual([`https://oak.test${NOVEL}`]);
    expect(headers).toEqual([]);
    expect(seen).toMatchObject({ brand: { id: 'oak' }, upstreamOrigin: 'http://127.0.0.1:9' });
  });

  it('renders a page once for each brand while it is fresh', async () => {
    for (const brand of ['ash', 'ash', 'oak', 'oak']) await server.ask(brand, NOVEL);
    expect(rendered).toEqual([`https://ash.test${NOVEL}`, `https://oak.test${NOVEL}`]);
  });

  it('renders a page once for simultaneous requests', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    render = async () => {
      await promise;
      return page('slow', 'max-age=0, stale-while-revalidate=0');
    };
    const responses = Array.from({ length: 20 }, () => server.ask('ash', NOVEL));
    // Connections are accepted in order: when a later request has completed, the earlier ones have arrived.
    for (const _round of [1, 2, 3]) await server.ask('ash', '/healthz');
    resolve();
    const answers = await Promise.all(responses);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(rendered).toHaveLength(1);
  });

  it('does not store a page unless the page allows it', async () => {
    render = () => new Response(html('x'));
    await server.ask('ash', NOVEL);
    await server.ask('ash', NOVEL);
    expect(rendered).toHaveLength(2);
  });

  it('reports to nginx for how many seconds a page is still fresh', async () => {
    render = () => page('x', 'max-age=300, stale-while-revalidate=60');
    const secondsLeft = async () => Number((await server.ask('ash', NOVEL)).headers['x-accel-expires']);
    const first = await secondsLeft();
    expect(first).toBeGreaterThan(0);
    expect(first).toBeLessThanOrEqual(300);
    await wait(1100);
    expect(await secondsLeft()).toBeLessThan(first);
    expect(rendered).toHaveLength(1);
  });

  it('reports to nginx that a stale or uncacheable page must not be cached', async () => {
    render = () => page('x', 'max-age=0, stale-while-revalidate=60');
    await server.ask('ash', NOVEL);
    expect((await server.ask('ash', NOVEL)).headers['x-accel-expires']).toBe('0');
    render = () => new Response(html('x'));
    expect((await server.ask('ash', '/search?q=sea')).headers['x-accel-expires']).toBe('0');
    render = () => new Response(null, { status: 404 });
    expect((await server.ask('ash', '/author/9/none')).headers).not.toHaveProperty('x-accel-expires');
  });

  it('sends a stale page while it is rendered again and while the upstream fails', async () => {
    render = () => page('first', 'max-age=0, stale-while-revalidate=60');
    await server.ask('ash', NOVEL);
    render = () => page('second', 'max-age=0, stale-while-revalidate=60');
    expect((await server.ask('ash', NOVEL)).text).toContain('first');
    await expect.poll(async () => (await server.ask('ash', NOVEL)).text, LONG_TIMEOUT).toContain('second');
    render = () => new Response(null, { status: 503 });
    const before = rendered.length;
    for (let failures = 0; failures < 2; ) {
      expect((await server.ask('ash', NOVEL)).text).toContain('second');
      failures = rendered.length - before;
    }
  });

  it('marks a page as stale only if it is stale', async () => {
    render = () => page('first', 'max-age=1, stale-while-revalidate=60');
    expect((await server.ask('ash', NOVEL)).headers).not.toHaveProperty('lectern-stale');
    render = () => new Response(null, { status: 503 });
    await expect.poll(async () => (await server.ask('ash', NOVEL)).headers['lectern-stale'], LONG_TIMEOUT).toBe('1');
    render = () => page('second', 'max-age=60, stale-while-revalidate=60');
    const isNew = async () => (await server.ask('ash', NOVEL)).text.includes('second');
    await expect.poll(isNew, LONG_TIMEOUT).toBe(true);
    expect((await server.ask('ash', NOVEL)).headers).not.toHaveProperty('lectern-stale');
  });

  it('drops a page and returns 404 as soon as the upstream no longer has the page', async () => {
    render = () => page('first', 'max-age=0, stale-while-revalidate=60');
    await server.ask('ash', NOVEL);
    render = () => new Response(null, { status: 404 });
    await server.ask('ash', NOVEL);
    await expect.poll(async () => (await server.ask('ash', NOVEL)).status, LONG_TIMEOUT).toBe(404);
  });

  it('distinguishes pages by query parameters only if their route reads these parameters', async () => {
    await server.ask('ash', '/search?q=sea');
    await server.ask('ash', `${NOVEL}?utm=1`);
    await server.ask('ash', `${NOVEL}?utm=2`);
    expect(rendered).toEqual(['https://ash.test/search?q=sea', `https://ash.test${NOVEL}`]);
  });

  it('can contain redirects, which keep the query parameters that the page does not read', async () => {
    render = ({ pathname, search }) =>
      new Response(null, search ? { status: 302, headers: { location: '/search/result/sea' } } : moved(pathname));
    const moved = (path: string) => ({ status: 308, headers: { location: `${path}/Fantasy/Dragons` } });
    const novel = await server.ask('ash', '/novel/12?utm=1');
    expect({ status: novel.status, to: novel.headers.location }).toEqual({
      status: 308,
      to: '/novel/12/Fantasy/Dragons?utm=1',
    });
    const search = await server.ask('ash', '/search?q=sea');
    expect({ status: search.status, to: search.headers.location }).toEqual({ status: 302, to: '/search/result/sea' });
    expect(search.headers['cache-control']).toBe('no-store');
    const both = await server.ask('ash', '/search?q=sea&utm=1');
    expect(both.headers.location).toBe('/search/result/sea?utm=1');
  });

  it('redirects from a different spelling with the complete query', async () => {
    render = ({ pathname }) =>
      new Response(null, { status: 308, headers: { location: `${pathname}/Fantasy/Dragons` } });
    const { headers } = await server.ask('ash', '/novel/12?chapters=newest&utm=1');
    expect(headers.location).toBe('/novel/12/Fantasy/Dragons?chapters=newest&utm=1');
  });
});

describe('a request for a shared link', () => {
  const TOKEN = 'a-shared-link-of-somebody';
  const QUIET = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex', 'referrer-policy': 'no-referrer' };

  it('redirects with no-store, even in a different spelling', async () => {
    render = () => new Response(null, { status: 302, headers: { location: NOVEL } });
    const link = await server.ask('ash', `/${TOKEN}?utm=1`);
    expect({ status: link.status, to: link.headers.location }).toEqual({ status: 302, to: `${NOVEL}?utm=1` });
    expect(link.headers).toMatchObject(QUIET);
    const spelled = await server.ask('ash', `/${TOKEN}/`);
    expect({ status: spelled.status, to: spelled.headers.location }).toEqual({ status: 302, to: `/${TOKEN}` });
    expect(spelled.headers).toMatchObject(QUIET);
  });

  it('is never logged with its token', async () => {
    render = () => new Response(null, { status: 502 });
    await server.ask('ash', `/${TOKEN}`);
    expect(server.lines.join()).toContain('the page responded with status 503');
    expect(server.lines.join()).not.toContain(TOKEN);
  });
});

describe('a page that fails to render', () => {
  it('shows the error page with status 500, and is logged with its path', async () => {
    render = () => {
      throw new Error('a fault in the page');
    };
    const { status, text, headers } = await server.ask('ash', NOVEL);
    expect({ status, text }).toEqual({ status: 500, text: html('fault') });
    expect(headers['cache-control']).toBe('no-store');
    expect(server.lines.join()).toContain(NOVEL);
    expect(server.lines.join()).toContain('a fault in the page');
  });

  it.each([
    [404, 'not found'],
    [400, 'bad request'],
    [410, 'not found'],
    [500, 'fault'],
    [503, 'fault'],
  ])('gets the status %i that rendering returned', async (cause, title) => {
    render = () => new Response(null, { status: cause });
    const { status, text } = await server.ask('ash', NOVEL);
    expect({ status, text }).toEqual({ status: cause, text: html(title) });
    expect((await server.ask('ash', NOVEL)).status).toBe(cause);
    expect(rendered).toHaveLength(2);
  });

  it('gets the status 451 that rendering returned, with a notice', async () => {
    render = () => new Response(null, { status: 451 });
    expect(await server.ask('ash', NOVEL)).toMatchObject({ status: 451, text: legalNotice });
    expect(rendered).toHaveLength(1);
  });

  it.each([
    [502, 503],
    [504, 503],
    [204, 500],
    [206, 500],
    [304, 500],
    [418, 500],
  ])('gets status 503 or 500 if rendering returned %i, which a page cannot have', async (given, sent) => {
    render = () => new Response(null, { status: given });
    const { status, headers, text } = await server.ask('ash', NOVEL);
    expect({ status, text }).toEqual({ status: sent, text: html('fault') });
    expect(headers['retry-after']).toBe(sent === 503 ? '5' : undefined);
  });
});

it("a takedown drops cached pages, and the book's page then returns 410, or 451 with a link to the authority", async () => {
  const [other, list] = ['/novel/13/Fantasy/Ships', '/search/result/dragons'];
  const askAll = async (brand: string) => {
    const answers = [await server.ask(brand, NOVEL), await server.ask(brand, other), await server.ask(brand, list)];
    return answers.map(({ status }) => status);
  };
  expect([await askAll('ash'), await askAll('oak'), await askAll('ash')]).toEqual(Array(3).fill([200, 200, 200]));
  expect(rendered).toHaveLength(6);
  await addTakenDown(`${server.state}/ash`, { book: 12, status: 451, at: '2026-01-01T00:00:00.000Z' });
  await expect.poll(async () => (await server.ask('ash', NOVEL)).status, LONG_TIMEOUT).toBe(451);
  const { headers, text } = await server.ask('ash', NOVEL);
  expect([headers['link'], text]).toEqual([
    expect.stringMatching(/^<https:\/\/[^>]+>; rel="blocked-by"$/),
    legalNotice,
  ]);
  rendered = [];
  expect([await askAll('ash'), await askAll('oak')]).toEqual([
    [451, 200, 200],
    [200, 200, 200],
  ]);
  expect(rendered).toHaveLength(2);
});
