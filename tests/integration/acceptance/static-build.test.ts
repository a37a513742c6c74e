import { existsSync, readFileSync } from 'node:fs';
import { glob, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openLive, type Release } from '#src/publish/release/index.ts';
import { done } from '../../helpers/commands.ts';
import { LANGUAGE_BRANDS } from '../../helpers/language-api.ts';
import { seededState, type TestState } from '../../helpers/test-state.ts';

const DIST = resolve('dist/polyglot');

let state: TestState;
let live: Release;

beforeAll(async () => {
  state = await seededState();
  const env = { LECTERN_STATE: state.folder, LECTERN_BRANDS: LANGUAGE_BRANDS };
  await done('rebuild', ['--brand', 'polyglot'], env);
  await done('build', ['--brand', 'polyglot', '--prerendered'], env);
  const release = openLive(join(state.folder, 'polyglot'));
  if (!release) throw new Error('The rebuild published nothing.');
  live = release;
}, 400_000);
afterAll(async () => {
  live?.close();
  await rm(DIST, { recursive: true, force: true });
  await state?.remove();
});

const fileOf = (path: string) => join(DIST, path === '/' ? 'index.html' : `${decodeURIComponent(path)}.html`);

/** The kind of page, identified by the first path segment after the locale. */
const kindOf = (path: string) =>
  path.split('/').filter((part) => part !== '' && part !== 'es' && part !== 'vn')[0] ?? '/';

describe('a build of only the prerendered pages', () => {
  it('contains every page of the release, of every kind and language', () => {
    const paths = Array.from(live.pages(), ({ path }) => path);
    expect(paths.filter((path) => !existsSync(fileOf(path)))).toEqual([]);
    const lists = ['/', 'genres', 'tags', 'all-tags', 'category', 'hotnovels', 'keywords', 'ranking', 'secPage'];
    const kinds = [...lists, 'novel', 'book-reader'];
    expect(paths.filter((path) => /^\/(vn\/)?book-reader\/\d+\/\d+$/.test(path))).not.toEqual([]);
    for (const locale of ['', '/es', '/vn']) {
      const own = paths.filter((path) => (/^\/(es|vn)(?=\/|$)/.exec(path)?.[0] ?? '') === locale);
      expect(own.map(kindOf)).toEqual(
        expect.arrayContaining([...kinds, 'login', 'history', 'myinfo', '404', '400', '500']),
      );
    }
  });

  it('has the same bytes as the release of a rebuild', () => {
    const different = Array.from(live.pages()).filter(
      ({ path, file }) => !readFileSync(fileOf(path)).equals(readFileSync(join(live.folder, 'site', file))),
    );
    expect(different.map(({ path }) => path)).toEqual([]);
  });

  it('contains no source map and no script that references one', async () => {
    const files = await Array.fromAsync(glob('**/*', { cwd: DIST }));
    expect(files.filter((path) => /\.map(?:\.|$)/.test(path))).toEqual([]);
    const scripts = files.filter((path) => path.endsWith('.js'));
    expect(scripts.length).toBeGreaterThan(20);
    expect(scripts.filter((path) => readFileSync(join(DIST, path), 'utf8').includes('sourceMappingURL'))).toEqual([]);
    const published = live.assets().map(({ url }) => url);
    expect(published.filter((url) => url.includes('.map'))).toEqual([]);
  });

  it('contains the robots.txt, the sitemaps and the feeds of the release', () => {
    const names = live
      .assets()
      .flatMap(({ url }) => (/^\/(robots\.txt|sitemap.*\.xml|(es\/|vn\/)?feeds\/.*)$/.test(url) ? [url] : []));
    const some = [
      '/robots.txt',
      '/sitemap.xml',
      '/sitemap-es-novels-1.xml',
      '/feeds/new.rss',
      '/es/feeds/catalog.opds',
    ];
    expect(names).toEqual(expect.arrayContaining(some));
    const different = names.filter(
      (url) => !readFileSync(join(DIST, url)).equals(readFileSync(join(live.folder, 'site', url))),
    );
    expect(different).toEqual([]);
  });

  it('contains all files that its pages request', () => {
    const home = readFileSync(fileOf('/'), 'utf8');
    const files = [...home.matchAll(/(?:href|src)="(\/(?:_astro|_brand)\/[^"]+)"/g)].map(([, url = '']) => url);
    expect(files.length).toBeGreaterThan(3);
    expect(files.filter((url) => !existsSync(join(DIST, url)))).toEqual([]);
  });

  it('contains the policies and redirects for a static file host', () => {
    const policies = readFileSync(join(DIST, '_headers'), 'utf8');
    expect(policies).toMatch(/Content-Security-Policy: default-src 'none'/);
    expect(policies).toMatch(/Speculation-Rules: "\/_brand\//);
    const redirects = readFileSync(join(DIST, '_redirects'), 'utf8').split('\n');
    const moved = redirects.filter((line) => line.endsWith(' 308')).map((line) => line.split(' ')[1] ?? '');
    expect(moved.length).toBeGreaterThan(10);
    expect(moved.filter((path) => !existsSync(fileOf(path)))).toEqual([]);
    expect(redirects).toContainEqual(expect.stringMatching(/^\/genres\/(\d+) \/genres\/\1\/\w+ 308$/));
    expect(redirects).toContainEqual(expect.stringMatching(/^\/category\/(\w+) \/category\/\w+\/\1 308$/));
  });

  it('uses the font of the brand in its style sheet', () => {
    const [css = ''] = /\/_brand\/brand\.[0-9a-f]+\.css/.exec(readFileSync(fileOf('/'), 'utf8')) ?? [];
    expect(readFileSync(join(DIST, css), 'utf8')).toContain('@font-face');
  });
});
