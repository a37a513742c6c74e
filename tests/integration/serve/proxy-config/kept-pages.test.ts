import { setTimeout as wait } from 'node:timers/promises';
import { zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dictionaryHash } from '#src/serve/files/dictionary-transport.ts';
import { ask, type RequestOptions } from '../../../helpers/http.ts';
import { html } from '../../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../../helpers/running-server.ts';
import { startWebServer, type WebServer } from '../../../helpers/web-server.ts';
import { BRANDS, PROXIED, publishBrands } from './fixture.ts';

const NOVEL = '/novel/10/Fantasy/B-Tale';
const SHARED_LINK = '/0123456789abcdef0123456789abcdef';

let running: RunningServer;
let web: WebServer;
/** Renders every page. Tests replace this function. */
let render: (url: URL) => Response;
/** Paths of the rendered pages, in order. */
let rendered: string[];

const page = (title: string, cache: string) => new Response(html(title), { headers: { 'lectern-cache': cache } });
const FOR_A_MINUTE = 'max-age=60, stale-while-revalidate=60';
/** The markup that all pages share, which is also their dictionary. */
const SHARED = html('what pages share');
/** Cache times: pages are fresh for a few seconds, because a response may take one second. */
const FOR_SECONDS = 'max-age=3, stale-while-revalidate=0';
const waitUntilStale = () => wait(4100);

beforeEach(async () => {
  rendered = [];
  render = ({ pathname, search }) => page(pathname + search, FOR_A_MINUTE);
  const site = {
    async render(request: Request) {
      const url = new URL(request.url);
      rendered.push(url.pathname + url.search);
      return render(url);
    },
    renderSample: async () => new Response(SHARED),
  };
  running = await startServer(BRANDS, { site, proxies: ['127.0.0.1'] });
  await publishBrands(running.state);
  web = await startWebServer('nginx', { brands: PROXIED, state: running.state, site: running.port });
});
afterEach(async () => {
  await web.close();
  await running.close();
});

const get = (path: string, options: RequestOptions = {}, host = 'ash.test') => ask(web.port, host, path, options);
const titleOf = async (path: string, options?: RequestOptions) =>
  /<title>([^<]*)/.exec((await get(path, options)).text)?.[1] ?? '';

describe('the nginx cache of pages rendered on request', () => {
  it('stores a page for as long as the Node server allows', async () => {
    const first = await get(NOVEL);
    await running.server.close();
    const cached = await get(NOVEL);
    expect(cached.status).toBe(200);
    expect(cached.text).toBe(first.text);
    expect(cached.headers).not.toHaveProperty('x-accel-expires');
    expect(cached.headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    expect((await get('/novel/11/Fantasy/C-Tale')).status).toBe(503);
  });

  it('is used for HEAD and returns 304 for a matching ETag', async () => {
    const { headers } = await get(NOVEL, { method: 'HEAD' });
    await running.server.close();
    expect((await get(NOVEL, { headers: { 'if-none-match': String(headers.etag) } })).status).toBe(304);
    expect((await get(NOVEL)).headers.etag).toBe(headers.etag);
  });

  it('is separate for each brand, encoding and relevant query parameter', async () => {
    await get(NOVEL, { headers: { 'accept-encoding': 'gzip, deflate, br' } });
    await get(`${NOVEL}?chapters=newest`);
    await running.server.close();
    expect((await get(NOVEL, { headers: { 'accept-encoding': 'br' } })).headers['content-encoding']).toBe('br');
    expect((await get(NOVEL, { headers: { 'accept-encoding': 'gzip' } })).status).toBe(503);
    expect((await get(NOVEL)).status).toBe(503);
    expect(await titleOf(`${NOVEL}?chapters=newest`)).toBe(`${NOVEL}?chapters=newest`);
    expect((await get(NOVEL, { headers: { 'accept-encoding': 'br' } }, 'oak.test')).status).toBe(503);
  });

  it('is separate for browsers that have the dictionary of the page', async () => {
    const withDictionary = { 'accept-encoding': 'gzip, deflate, br, zstd, dcb, dcz' };
    const hash = dictionaryHash(Buffer.from(SHARED));
    const has = { ...withDictionary, 'available-dictionary': `:${hash}:` };
    const first = await get(NOVEL, { headers: has });
    expect(first.headers['content-encoding']).toBe('dcz');
    const others = [
      withDictionary,
      { 'accept-encoding': 'gzip, deflate, br' },
      { ...has, 'accept-encoding': 'gzip, deflate, br, zstd' },
      { ...has, 'available-dictionary': `:${dictionaryHash(Buffer.from('another'))}:` },
      { ...has, 'available-dictionary': 'no hash' },
    ];
    for (const headers of others) expect((await get(NOVEL, { headers })).headers['content-encoding']).toBe('br');
    await running.server.close();
    const cached = await get(NOVEL, { headers: has });
    expect([cached.headers['content-encoding'], cached.headers.etag]).toEqual(['dcz', first.headers.etag]);
    const text = zstdDecompressSync(cached.body.subarray(40), { dictionary: Buffer.from(SHARED) });
    expect(text.toString()).toBe(html(NOVEL));
    for (const headers of others) expect((await get(NOVEL, { headers })).headers['content-encoding']).toBe('br');
  });

  it('stores a page only once, whatever its campaign parameters are', async () => {
    await get(`${NOVEL}?utm_source=mail`);
    await running.server.close();
    expect(await titleOf(NOVEL)).toBe(NOVEL);
    expect(await titleOf(`${NOVEL}?gclid=1&utm_campaign=x`)).toBe(NOVEL);
  });

  it('sends a stale page while it is fetched again', async () => {
    render = () => page('old', FOR_SECONDS);
    expect(await titleOf(NOVEL)).toBe('old');
    await waitUntilStale();
    render = () => page('new', FOR_SECONDS);
    expect(await titleOf(NOVEL)).toBe('old');
    await expect.poll(() => titleOf(NOVEL), { timeout: 60_000 }).toBe('new');
  });

  it('sends a stale page while the Node server fails or is down', async () => {
    render = () => page('old', FOR_SECONDS);
    expect(await titleOf(NOVEL)).toBe('old');
    await waitUntilStale();
    render = () => new Response(null, { status: 503 });
    for (let times = 0; times < 3; times += 1) {
      expect(await titleOf(NOVEL)).toBe('old');
      await wait(100);
    }
    await running.server.close();
    const cached = await get(NOVEL);
    expect(cached.text).toContain('old');
    expect(cached.headers['lectern-stale']).toBe('1');
  });

  it('marks a page as stale only while it is stale', async () => {
    render = () => page('old', FOR_SECONDS);
    expect((await get(NOVEL)).headers).not.toHaveProperty('lectern-stale');
    await waitUntilStale();
    render = () => page('new', FOR_A_MINUTE);
    await expect.poll(() => titleOf(NOVEL), { timeout: 60_000 }).toBe('new');
    expect((await get(NOVEL)).headers).not.toHaveProperty('lectern-stale');
  });

  it('replaces a removed page by a 404, and stores the page again after it has returned', async () => {
    render = () => page('here', FOR_SECONDS);
    expect(await titleOf(NOVEL)).toBe('here');
    await waitUntilStale();
    render = () => new Response(null, { status: 404 });
    await expect.poll(async () => (await get(NOVEL)).status, { timeout: 60_000 }).toBe(404);
    render = () => page('back', FOR_SECONDS);
    await expect.poll(() => titleOf(NOVEL), { timeout: 60_000, interval: 300 }).toBe('back');
  });

  it('does not store missing pages or redirects', async () => {
    render = () => new Response(null, { status: 404 });
    expect((await get(NOVEL)).status).toBe(404);
    render = () => new Response(null, { status: 308, headers: { location: '/novel/10/Fantasy/Other' } });
    expect((await get(NOVEL)).headers.location).toBe('/novel/10/Fantasy/Other');
    render = () => page('here', FOR_A_MINUTE);
    expect(await titleOf(NOVEL)).toBe('here');
  });

  it('fetches a page once for simultaneous requests', async () => {
    const titles = await Promise.all(Array.from({ length: 20 }, () => titleOf(NOVEL)));
    expect(new Set(titles)).toEqual(new Set([NOVEL]));
    expect(rendered).toEqual([NOVEL]);
  });
});

describe('a request with a token that passes through nginx', () => {
  const authorization = { authorization: 'Bearer secret' };

  it('is neither stored in the cache nor served from it', async () => {
    await get(NOVEL, { headers: authorization });
    await get('/novel/11/Fantasy/C-Tale');
    await running.server.close();
    expect((await get(NOVEL)).status).toBe(503);
    expect((await get('/novel/11/Fantasy/C-Tale')).status).toBe(200);
    expect((await get('/novel/11/Fantasy/C-Tale', { headers: authorization })).status).toBe(503);
  });

  it('is redirected by the Node server each time if it is for a shared link', async () => {
    render = () => new Response(null, { status: 302, headers: { location: '/genres' } });
    expect((await get(SHARED_LINK)).headers).toMatchObject({ location: '/genres', 'cache-control': 'no-store' });
    await running.server.close();
    expect((await get(SHARED_LINK)).status).toBe(503);
  });
});
