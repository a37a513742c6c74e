import { describe, expect, it } from 'vitest';
import { cachePageAssets } from '#src/shell/service-worker/page-assets.ts';
import { memoryCaches, pathsIn } from '../../../helpers/memory-caches.ts';

const ORIGIN = 'https://www.test.example';
const FILES: Readonly<Record<string, string>> = {
  '/_astro/page.aaaaaaaa.js':
    'import "./part.bbbbbbbb.js"; const d = ["_astro/style.cccccccc.css"]; const no = "./gone.dddddddd.js";',
  '/_astro/part.bbbbbbbb.js': 'import "./page.aaaaaaaa.js"; export default 1;',
  '/_astro/style.cccccccc.css': 'a{src:url(./type.eeeeeeee.woff2)} b{background:url(/_brand/x@2.svg)}',
  '/_astro/type.eeeeeeee.woff2': 'font',
  '/_brand/x@2.svg': '<svg/>',
};

/** Caches a page's assets. @returns the fetched paths, the cached paths, and the number of bytes added */
async function cached(text: string, { fonts = true, path = '/novel/1' } = {}) {
  const caches = memoryCaches();
  const cache = await caches.open('c');
  const fetched: string[] = [];
  const fetch = async (url: string) => {
    const file = url.slice(ORIGIN.length);
    fetched.push(file);
    const content = FILES[file];
    const headers = { 'content-type': file.endsWith('.js') ? 'text/javascript' : 'text/plain' };
    return content === undefined ? new Response('', { status: 404 }) : new Response(content, { headers });
  };
  const run = () => cachePageAssets({ path, text }, { fonts, origin: ORIGIN, cache, fetch });
  const bytes = await run();
  return {
    bytes,
    fetched: fetched.toSorted(),
    paths: (await pathsIn(caches, 'c')).toSorted(),
    cache,
    run,
    requests: fetched,
  };
}
const size = (...paths: string[]) => paths.reduce((sum, path) => sum + (FILES[path] ?? '').length, 0);
const PAGE = '<script src="/_astro/page.aaaaaaaa.js"></script><a href="/genres">g</a> part.bbbbbbbb.js';

describe('the files that a page needs', () => {
  it('are cached with their dependencies, fetching each file once', async () => {
    const all = Object.keys(FILES).toSorted();
    const { paths, fetched, bytes } = await cached(PAGE);
    expect(paths).toEqual(all);
    expect(fetched).toEqual([...all, '/_astro/gone.dddddddd.js'].toSorted());
    expect(bytes).toBe(size(...all));
  });

  it('are cached without fonts if those are excluded', async () => {
    const { paths } = await cached(PAGE, { fonts: false });
    expect(paths).not.toContain('/_astro/type.eeeeeeee.woff2');
    expect(paths).toHaveLength(4);
    expect((await cached('url(/_astro/type.eeeeeeee.woff2)', { fonts: false })).fetched).toEqual([]);
  });

  it('keep their content types', async () => {
    const { cache } = await cached(PAGE);
    const stored = await cache.match(`${ORIGIN}/_astro/page.aaaaaaaa.js`);
    expect(stored?.headers.get('content-type')).toBe('text/javascript');
  });

  it('are not fetched again if cached, but the files that they reference are checked', async () => {
    const { run, requests, cache } = await cached(PAGE);
    requests.splice(0);
    await cache.delete(`${ORIGIN}/_brand/x@2.svg`);
    expect(await run()).toBe(size('/_brand/x@2.svg'));
    expect(requests.toSorted()).toEqual(['/_astro/gone.dddddddd.js', '/_brand/x@2.svg']);
  });

  it('are recognised in quotes or brackets, with or without their folder', async () => {
    const text = `"part.bbbbbbbb.js" './a.b.ffffffff.svg' \`_astro/gggggggg.css\` url(hhhhhhhh.woff2) "x/y.iiiiiiii.js"`;
    expect((await cached(text, { path: '/_astro/x.js' })).fetched).toEqual(
      ['a.b.ffffffff.svg', 'gggggggg.css', 'hhhhhhhh.woff2', 'page.aaaaaaaa.js', 'part.bbbbbbbb.js']
        .concat('style.cccccccc.css', 'gone.dddddddd.js', 'type.eeeeeeee.woff2')
        .map((name) => `/_astro/${name}`)
        .concat('/_brand/x@2.svg')
        .toSorted(),
    );
  });

  it('are recognised by relative name only in scripts and styles, not in the text of the page', async () => {
    expect((await cached('"./part.bbbbbbbb.js"')).fetched).toEqual([]);
    expect((await cached('"./part.bbbbbbbb.js"', { path: '/_astro/x.js' })).fetched).toContain(
      '/_astro/part.bbbbbbbb.js',
    );
  });
});
