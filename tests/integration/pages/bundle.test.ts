import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { silentLog } from '#src/lib/log.ts';
import { type Bundle, ensureBundle, type LoadedSite, loadSite } from '#src/publish/bundle/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import { makeBook, makeGenre, makeTag, memorySource, testBrand, testSite } from '../../helpers/memory-source.ts';
import { type TestState, testState } from '../../helpers/test-state.ts';

const ROOT = join(import.meta.dirname, '../../..');
const LISTING_BYTES = 14 * 1024;
const INLINE_BYTES = 3 * 1024;
/** Size limit for the deferred module of every page, including all imports. */
const DEFERRED_BYTES = 3.5 * 1024;

const brand = { ...testBrand, locales: ['en', 'es'] as const };
const tag = makeTag(1, 'Slow burn', 1);
const covered = { url: '/media/covers/a.webp', widths: [160, 240, 480], tone: 4 };
const source = memorySource({
  books: Array.from({ length: 45 }, (_, index) =>
    makeBook(index + 1, {
      tags: [tag],
      cover: index % 3 ? covered : null,
      introduction: 'A long story told in few words. '.repeat(8),
      category: { name: index % 2 ? 'login' : 'Romance', sub_name: null },
    }),
  ),
  genres: [makeGenre(1, 'Romance', [tag])],
  tags: [tag],
  categories: ['Romance', 'login'].map((name) => ({ name, subs: [] })),
});

let state: TestState;
let bundle: Bundle;
let site: LoadedSite;

beforeAll(async () => {
  state = await testState();
  bundle = await ensureBundle({ root: ROOT, state: state.folder, log: silentLog });
  site = await loadSite(bundle);
});
afterAll(() => state.remove());

/** Compressed bytes of a module and its static imports. */
function weightOf(url: string, seen = new Set<string>()): number {
  if (seen.has(url)) return 0;
  seen.add(url);
  const code = contentOf(url);
  const imported = addresses(code, IMPORTED);
  return imported.reduce((sum, name) => sum + weightOf(`/_astro/${name}`, seen), compressed(code));
}

const IMPORTED = /(?:from|import)\s*["`']\.\/([^"`']+\.js)["`']/g;
const addresses = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, address = '']) => address);
const contentOf = (url: string) => readFileSync(join(bundle.folder, 'client', url), 'utf8');

/** The page of a release at `path`, as rendered by the rebuild. */
async function render(path: string, publicBrand = brand): Promise<string> {
  const match = parsePath(path, brand.locales);
  const view = PRERENDERED_VIEWS.find(({ kind }) => kind === match?.kind);
  if (!match || !view) throw new Error(`no view answers ${path}`);
  const loaded = view.load(match, source, testSite(match.locale, publicBrand));
  if (loaded.status !== 'ok') throw new Error(`${path}: ${loaded.status}`);
  const response = await site.render(new Request(brand.origin + path), { brand: publicBrand, model: loaded.model });
  return response.text();
}

const heading = (html: string) => /<h1[^>]*>([^<]*)/.exec(html)?.[1];
const compressed = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script(?![^>]*(?:ld\+json|src=))[^>]*>([\s\S]*?)<\/script>/g)].map(([, code = '']) => code);

describe('the pages of the site bundle', () => {
  it.each([
    ['/', 'Test Reads', 'en-US'],
    ['/genres', 'Genres', 'en-US'],
    ['/genres/1/Romance', 'Romance novels', 'en-US'],
    ['/tags', 'Tags', 'en-US'],
    ['/hotnovels', 'Hot novels from A to Z', 'en-US'],
    ['/category/login', 'login', 'en-US'],
    ['/login', 'Sign in', 'en-US'],
    ['/myinfo/privacyPolicy', 'Privacy policy', 'en-US'],
  ])('%s has the heading %s', async (path, title, language) => {
    const html = await render(path);
    expect(heading(html)).toBe(title);
    expect(html).toContain(`<html lang="${language}"`);
  });

  it('can all be imported by preloadPages before the first request', async () => {
    await expect(site.preloadPages()).resolves.toBeUndefined();
  });

  it.each(['/es', '/es/genres', '/es/genres/1/Romance/page-2', '/es/category/login', '/es/login'])(
    '%s is rendered in its language',
    async (path) => {
      const html = await render(path);
      expect(html).toContain('<html lang="es-ES"');
      expect(html).toContain('href="/es/genres"');
    },
  );

  it('have a policy that allows only code of the site and forbids framing', () => {
    const directives = bundle.csp.split(/;\s*/).filter(Boolean);
    expect(directives).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "base-uri 'none'",
        "connect-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
      ]),
    );
    expect(directives.filter((directive) => /^(object|frame|child)-src/.test(directive))).toEqual([]);
    const scripts = directives.find((directive) => directive.startsWith('script-src ')) ?? '';
    expect(scripts).toMatch(/^script-src( 'self'| 'sha256-[\w+/]{43}=')+$/);
    expect(bundle.csp).not.toContain('unsafe-');
  });

  it('have no style attribute and no script whose hash is missing from the policy', async () => {
    for (const path of ['/', '/genres/1/Romance', '/login', '/history']) {
      const html = await render(path);
      expect(html).not.toMatch(/<[^>]*\sstyle=/);
      for (const code of inlineScripts(html)) {
        expect(bundle.csp).toContain(`'sha256-${createHash('sha256').update(code).digest('base64')}'`);
      }
    }
  });

  it.each([
    ['the home page', '/', 6_200],
    ['a list', '/genres/1/Romance', 6_400],
    ['the sign-in', '/login', 4_400],
    ['the history', '/history', 6_000],
  ])('load one style sheet before the first paint: %s', async (_name, path, maxBytes) => {
    const [html = '', body = ''] = (await render(path)).split('</head>');
    expect(addresses(body, /href="(\/_astro\/[^"]+\.css)"/g)).toHaveLength(1);
    const [sheet = '', ...others] = addresses(html, /href="(\/_astro\/[^"]+\.css)"/g);
    expect(others).toEqual([]);
    expect(statSync(join(bundle.folder, 'client', `${sheet}.br`)).size).toBeLessThanOrEqual(maxBytes);
  });

  it('load one script module, which has no imports', async () => {
    const html = await render('/history');
    const [module = '', ...others] = addresses(html, /<script type="module" fetchpriority="low" src="([^"]+)"/g);
    expect(others).toEqual([]);
    expect(addresses(contentOf(module), IMPORTED)).toEqual([]);
  });

  it('load one more small module if the brand measures loading times', async () => {
    const modules = (html: string) => addresses(html, /<script type="module" fetchpriority="low" src="([^"]+)"/g);
    const plain = modules(await render('/history'));
    const [more = '', ...others] = modules(await render('/history', { ...brand, vitals: 0.5 })).filter(
      (url) => !plain.includes(url),
    );
    expect(others).toEqual([]);
    expect(contentOf(more)).not.toContain('largest-contentful-paint');
    expect(addresses(contentOf(more), /import\(\s*["`']\.\/(field-data[^"`']+\.js)["`']/g)).toHaveLength(1);
  });

  it('have the same bytes with and without statistics, except chapters', async () => {
    for (const path of ['/', '/history', '/genres'])
      expect(await render(path, { ...brand, statistics: true })).toBe(await render(path));
    const everyPage = bundle.assets.map(({ url }) => url).filter((url) => /\/page\.[^/]+\.js$/.test(url));
    expect(everyPage).toHaveLength(1);
    for (const url of everyPage) expect(contentOf(url)).not.toContain('unsent-reads');
  });

  it('run the error report script before all others if the brand enables it, without a change to the policy', async () => {
    const name = bundle.assets
      .map(({ url }) => url)
      .find((url) => /^\/_astro\/client-errors\.[0-9a-f]{8}\.js$/.test(url));
    const plain = await render('/genres/1/Romance', brand);
    const reporting = await render('/genres/1/Romance', { ...brand, clientErrors: 0.1 });
    const script = `<script src="${name}" data-page="genre" data-share="0.1"></script>`;
    expect(reporting.replace(script, '')).toBe(plain);
    expect(reporting.indexOf('<script')).toBe(reporting.indexOf(script));
    expect(plain).not.toContain('client-errors');
    expect(bundle.csp).not.toContain(
      createHash('sha256')
        .update(contentOf(String(name)))
        .digest('base64'),
    );
    const asking = await render('/genres/1/Romance', { ...brand, clientErrors: 0.1, consent: true });
    expect(asking).toContain(`src="${name}" data-page="genre" data-share="0.1" data-consent`);
  });

  it('do not refer to source maps, although these are stored beside the browser files', async () => {
    const files = bundle.assets.map(({ url }) => url);
    expect(files.filter((url) => url.includes('.map'))).toEqual([]);
    const texts = await Array.fromAsync(glob('**/*', { cwd: join(bundle.folder, 'client') }));
    expect(texts.filter((path) => path.includes('.map'))).toEqual([]);
    const scripts = files.filter((url) => url.endsWith('.js') && url.startsWith('/_astro/'));
    expect(scripts.filter((url) => /source(?:Mapping)?URL/.test(contentOf(url)))).toEqual([]);
    expect(contentOf('/../worker/sw.js')).not.toMatch(/source(?:Mapping)?URL/);
    const maps = readdirSync(join(bundle.folder, 'maps'));
    // The bundler's helpers have no source.
    const ours = scripts.filter((url) => !url.includes('/rolldown-runtime.'));
    expect(ours.filter((url) => !maps.includes(`${url.slice('/_astro/'.length)}.map`))).toEqual([]);
    for (const map of maps) {
      const { sources, sourcesContent } = JSON.parse(readFileSync(join(bundle.folder, 'maps', map), 'utf8'));
      expect(sourcesContent).toBeUndefined();
      expect(sources.filter((source: string) => /^[/.]|tmp/.test(source))).toEqual([]);
    }
  });

  it('contain the same inline scripts on every page of a kind, whatever the brand', async () => {
    const apps = { ...brand.apps, ios: null, android: null };
    const pages = [{}, { apps }, { origin: 'https://other.test' }].map(async (own) =>
      inlineScripts(await render('/genres/1/Romance', { ...brand, ...own })),
    );
    const [scripts, ...others] = await Promise.all(pages);
    expect(scripts).toHaveLength(1);
    expect(others).toEqual([scripts, scripts]);
  });

  it('have scripts with .br and .gz variants, which are not listed as assets', () => {
    const scripts = bundle.assets.filter(({ url, file }) => url.endsWith('.js') && statSync(file).size >= 860);
    expect(scripts.length).toBeGreaterThan(20);
    for (const { file } of scripts) {
      const content = readFileSync(file);
      expect(brotliDecompressSync(readFileSync(`${file}.br`))).toEqual(content);
      expect(gunzipSync(readFileSync(`${file}.gz`))).toEqual(content);
    }
    expect(bundle.assets.filter(({ url }) => /\.(br|gz)$/.test(url))).toEqual([]);
  });

  it('send no code of the admin to browsers', () => {
    const ofAdmin = /react-admin|MuiButton|RaMenu|lectern-admin|codemirror|recharts/i;
    const scripts = bundle.assets.filter(({ url }) => /\.(js|css)$/.test(url));
    expect(scripts.length).toBeGreaterThan(10);
    expect(scripts.filter(({ file }) => ofAdmin.test(readFileSync(file, 'utf8'))).map(({ url }) => url)).toEqual([]);
  });

  it('do not exceed the size budget for listings', async () => {
    const html = await render('/genres/1/Romance');
    expect(compressed(html)).toBeLessThan(LISTING_BYTES);
    expect(compressed(inlineScripts(html).join('\n'))).toBeLessThan(INLINE_BYTES);
  });

  it.each(['/', '/history', '/genres/1/Romance'])(
    '%s loads one small module after the page has loaded',
    async (path) => {
      const [module = '', ...others] = addresses(
        await render(path),
        /<script type="module" fetchpriority="low" src="([^"]+)"/g,
      );
      expect(others).toEqual([]);
      expect(weightOf(module)).toBeLessThan(DEFERRED_BYTES);
    },
  );

  it('can be read and paginated without JavaScript', async () => {
    const html = await render('/genres/1/Romance/page-2');
    expect(html).toMatch(/<a rel="prev" href="\/genres\/1\/Romance"/);
    expect(html).toMatch(/<a rel="next" href="\/genres\/1\/Romance\/page-3"/);
    expect(html.match(/<li class="item"/g)).toHaveLength(20);
    expect(html).toContain('<form class="search-form" action="/search">');
  });
});
