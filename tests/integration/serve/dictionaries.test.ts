import { brotliDecompressSync, zstdDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import { dictionaryHash } from '#src/serve/files/dictionary-transport.ts';
import { publish, testBrand } from '../../helpers/published-brand.ts';
import { type RunningServer, startServer } from '../../helpers/running-server.ts';

const CHAPTER = '/book-reader/4/41';
const ACCEPTED_ENCODINGS = 'gzip, deflate, br, zstd, dcb, dcz';

/** The markup that all of a brand's pages of this kind share, and a page with this markup. */
const shared = (design: string, path: string) => {
  const kind = path.includes('/novel/') ? 'novel' : 'chapter';
  return Array.from({ length: 300 }, (_, at) => `<p>${design} ${kind} ${at * 7919}</p>`).join('');
};
const pageOf = (design: string, path: string) => `<!doctype html><title>${path}</title>${shared(design, path)}`;

/** Renders pages in a brand's design. `design` changes the design. */
const siteOf = (design: (brand: string) => string): SiteApp => ({
  render: async ({ url }, { brand }) =>
    new Response(pageOf(design(brand?.id ?? ''), new URL(url).pathname), {
      headers: { 'lectern-cache': 'max-age=60, stale-while-revalidate=60' },
    }),
  renderSample: async ({ url }, { id }) => new Response(shared(design(id), url)),
});

let server: RunningServer;

async function start(design: (brand: string) => string): Promise<void> {
  const brands = [testBrand('ash'), testBrand('oak', { locales: ['en', 'es'] })];
  server = await startServer(brands, { site: siteOf(design) });
  for (const id of ['ash', 'oak']) await publish(server.state, id, { pages: {} });
}

beforeEach(() => start((brand) => brand));
afterEach(() => server.close());

/** Path of the dictionary to which a page links. */
const pathIn = (link: unknown) =>
  /^<(\/_brand\/[^>]+\.dict)>; rel="compression-dictionary"$/.exec(String(link))?.[1] ?? '';

/** Fetches a page's dictionary as a browser does, and returns it with the request headers that announce it. */
async function dictionaryFor(brand: string, path: string) {
  const { headers } = await server.ask(brand, path);
  const name = pathIn(headers['link']);
  const { body } = await server.ask(brand, name);
  return {
    name,
    dictionary: body,
    has: { 'accept-encoding': ACCEPTED_ENCODINGS, 'available-dictionary': `:${dictionaryHash(body)}:` },
  };
}

describe('a compression dictionary', () => {
  it('is linked only from novels and chapters, one per kind, brand and language', async () => {
    const linkOf = async (brand: string, path: string) => pathIn((await server.ask(brand, path)).headers['link']);
    const novel = await linkOf('ash', '/novel/1/Romance/Luna');
    expect(await linkOf('ash', '/novel/2/Romance/Sol?chapters=newest')).toBe(novel);
    const others = [await linkOf('ash', CHAPTER), await linkOf('oak', CHAPTER), await linkOf('oak', `/es${CHAPTER}`)];
    expect(new Set([novel, ...others]).size).toBe(4);
    for (const path of ['/author/3/Ann', '/search', '/genres', '/nothing']) expect(await linkOf('ash', path)).toBe('');
  });

  it('contains the common markup of its kind of page, is cached for a year, and applies only to pages of that kind', async () => {
    const { name, dictionary } = await dictionaryFor('oak', `/es${CHAPTER}`);
    expect(dictionary.toString()).toBe(shared('oak', CHAPTER));
    const { status, headers, body } = await server.ask('oak', name, { headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(body)).toEqual(dictionary);
    expect([status, headers]).toMatchObject([
      200,
      {
        'cache-control': 'public, max-age=31536000, immutable',
        'use-as-dictionary': 'match="/es/book-reader/*", match-dest=("document" "")',
        'content-type': 'text/plain; charset=utf-8',
      },
    ]);
    const again = await server.ask('oak', name, {
      headers: { 'accept-encoding': 'br', 'if-none-match': String(headers.etag) },
    });
    expect(again.status).toBe(304);
  });

  it('is available before the first page request, and only at its own URL', async () => {
    const { name } = await dictionaryFor('ash', CHAPTER);
    await server.close();
    await start((brand) => brand);
    expect((await server.ask('ash', name)).status).toBe(200);
    expect((await server.ask('oak', name)).status).toBe(404);
    expect((await server.ask('ash', name.replace('.en.', '.es.'))).status).toBe(404);
    expect((await server.ask('ash', name.replace(/\.\w{10}\./, '.0123456789.'))).status).toBe(404);
  });
});

describe('a page with a compression dictionary', () => {
  it('has the same content in fewer bytes for a browser that has the dictionary', async () => {
    const { dictionary, has } = await dictionaryFor('ash', CHAPTER);
    const br = await server.ask('ash', CHAPTER, { headers: { 'accept-encoding': ACCEPTED_ENCODINGS } });
    for (const _time of ['made', 'kept']) {
      const { headers, body } = await server.ask('ash', CHAPTER, { headers: has });
      expect(headers['content-encoding']).toBe('dcz');
      expect(headers['vary']).toBe('Accept-Encoding, Available-Dictionary');
      expect(body.length).toBeLessThan(br.body.length / 2);
      const page = zstdDecompressSync(body.subarray(40), { dictionary });
      expect(page.toString()).toBe(pageOf('ash', CHAPTER));
      expect(brotliDecompressSync(br.body)).toEqual(page);
    }
  });

  it('is compressed without the dictionary for all other browsers', async () => {
    const { has } = await dictionaryFor('ash', CHAPTER);
    const other = await dictionaryFor('ash', '/novel/1/Romance/Luna');
    const unknown = dictionaryHash(Buffer.from('unknown'));
    await server.ask('ash', CHAPTER, { headers: has });
    for (const [acceptEncoding, encoding] of [
      [{ 'accept-encoding': ACCEPTED_ENCODINGS }, 'br'],
      [{ ...has, 'accept-encoding': 'gzip, deflate, br, zstd' }, 'br'],
      [{ ...has, 'accept-encoding': 'gzip' }, 'gzip'],
      [{ ...has, 'accept-encoding': 'dcz;q=0, br' }, 'br'],
      [{ 'available-dictionary': has['available-dictionary'] }, undefined],
      [{ ...has, 'available-dictionary': `:${unknown}:` }, 'br'],
      [{ ...has, 'available-dictionary': '::::" no' }, 'br'],
      [{ ...has, 'available-dictionary': `${has['available-dictionary']}, :${unknown}:` }, 'br'],
    ] as const) {
      const { status, headers } = await server.ask('ash', CHAPTER, { headers: acceptEncoding });
      expect([acceptEncoding, status, headers['content-encoding']]).toEqual([acceptEncoding, 200, encoding]);
      expect(headers['vary']).toBe('Accept-Encoding, Available-Dictionary');
    }
    // A dictionary for chapters is used neither for novels nor for other brands.
    expect(other.has).not.toEqual(has);
    const novel = await server.ask('ash', '/novel/1/Romance/Luna', { headers: has });
    expect(novel.headers['content-encoding']).toBe('br');
    expect((await server.ask('oak', CHAPTER, { headers: has })).headers['content-encoding']).toBe('br');
  });

  it('has a separate ETag for each encoding', async () => {
    const { has } = await dictionaryFor('ash', CHAPTER);
    const tagOf = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await server.ask('ash', CHAPTER, { headers, method });
      return [answer.headers.etag, answer.headers['content-length']];
    };
    const [tag, length] = await tagOf(has);
    expect(await tagOf(has, 'HEAD')).toEqual([tag, length]);
    const tags = [tag, (await tagOf({ 'accept-encoding': 'br' }))[0], (await tagOf({}))[0]];
    expect(new Set(tags).size).toBe(3);
    const revalidated = await server.ask('ash', CHAPTER, { headers: { ...has, 'if-none-match': String(tag) } });
    expect([revalidated.status, revalidated.headers.etag, revalidated.body.length]).toEqual([304, tag, 0]);
    const without = { 'accept-encoding': 'br', 'if-none-match': String(tag) };
    expect((await server.ask('ash', CHAPTER, { headers: without })).status).toBe(200);
  });

  it('gets a new dictionary after a design change, and is sent as br to a browser that has only the old dictionary', async () => {
    const { name, has } = await dictionaryFor('ash', CHAPTER);
    const [old] = [await server.ask('ash', CHAPTER, { headers: has })];
    await server.close();
    await start((brand) => `new ${brand}`);
    const { headers } = await server.ask('ash', CHAPTER, { headers: has });
    expect(headers['content-encoding']).toBe('br');
    expect(headers.etag).not.toBe(old?.headers.etag);
    expect(pathIn(headers['link'])).not.toBe(name);
    expect((await server.ask('ash', name)).status).toBe(404);
  });
});
