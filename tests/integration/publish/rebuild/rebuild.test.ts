import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Brand } from '#src/brand/registry.ts';
import { hash } from '#src/lib/hash.ts';
import { acquireLock } from '#src/publish/rebuild/lock.ts';
import { listReleases, liveId, openLive, rollback } from '#src/publish/release/index.ts';
import { plainBundle, plainRenderers } from '../../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../../helpers/small-api.ts';
import { liveFiles, livePage, type SmallRebuild, smallRebuild } from '../../../helpers/small-rebuild.ts';

let api: SmallApi;
let site: SmallRebuild;

beforeEach(async () => {
  api = await startSmallApi(60);
  site = await smallRebuild(api.origin);
});
afterEach(async () => {
  await site.close();
  await api.close();
});

/** Finished releases. Folders whose names begin with a dot are unfinished or partial releases, or the recycled tree. */
const releases = () =>
  readdirSync(join(site.folder, 'releases'))
    .filter((name) => !name.startsWith('.'))
    .sort();

describe('a rebuild of a small site', () => {
  it('publishes every page with its compressed variant, and reports the number of pages', async () => {
    const report = await site.run();
    expect(report).toMatchObject({
      brand: 'freenovel',
      previous: null,
      status: 'published',
      pages: { kept: 0, removed: 0 },
    });
    expect(report.pages.rendered).toBe(report.pages.total);
    expect(report.apiCalls).toBeGreaterThan(10);
    expect(report.seconds.total).toBeGreaterThan(0);
    const live = openLive(site.folder);
    expect(live?.info).toMatchObject({ id: report.release, pages: report.pages.total, bytes: report.bytes });
    expect(live?.page('/')).toMatchObject({ file: 'index.html' });
    expect(live?.alias('ranking')).toBe(live?.alias('ranking:hot'));
    live?.close();
    for (const suffix of ['', '.br'])
      expect(statSync(join(site.folder, 'current/site', `index.html${suffix}`)).size).toBeGreaterThan(100);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Atlas 6');
    // The snapshot is a single file that can be copied to other machines.
    expect(readdirSync(site.folder).filter((name) => name.startsWith('catalogue.db'))).toEqual(['catalogue.db']);
  });

  it('replaces a live release that has no manifest', async () => {
    const first = await site.run();
    rmSync(join(site.folder, 'releases', first.release ?? '', 'manifest.db'));
    const second = await site.run();
    expect(second).toMatchObject({ status: 'published', previous: null, pages: { kept: 0, total: first.pages.total } });
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Atlas 6');
  });

  it('publishes nothing if no data changed', async () => {
    const first = await site.run();
    const before = liveFiles(site.folder);
    const renderers = plainRenderers();
    const second = await site.run({ mode: 'night' }, { renderers: async () => renderers });
    expect(second).toMatchObject({ status: 'unchanged', release: first.release, pages: { rendered: 0, removed: 0 } });
    expect(renderers.rendered).toEqual([]);
    expect(liveFiles(site.folder)).toEqual(before);
    expect(releases()).toEqual([first.release]);
  });

  it('publishes nothing if all pages are rendered again without a change', async () => {
    await site.run();
    const before = liveFiles(site.folder);
    const report = await site.run({ mode: 'night', full: true });
    expect(report).toMatchObject({ status: 'unchanged', pages: { kept: 0 } });
    expect(liveFiles(site.folder)).toEqual(before);
  });

  it('renders the pages that show a changed book and hard-links all others', async () => {
    await site.run();
    const file = join(site.folder, 'current/site/hotnovels/H/1.html');
    const inode = statSync(file).ino;
    const old = liveFiles(site.folder);
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    const renderers = plainRenderers();
    const report = await site.run({ mode: 'night' }, { renderers: async () => renderers });
    expect(report.status).toBe('published');
    expect(renderers.rendered.length).toBe(report.pages.rendered);
    expect(renderers.rendered).toContain('/hotnovels/A/1');
    for (const path of renderers.rendered)
      expect(
        livePage(site.folder, path === '/' ? 'index.html' : `${decodeURIComponent(path.slice(1))}.html`),
      ).toContain('Another beginning');
    const changed = Object.entries(liveFiles(site.folder)).filter(
      ([file, digest]) => file.endsWith('.html') && old[file] !== digest,
    );
    expect(changed.length).toBe(report.pages.rendered);
    expect(statSync(file).ino).toBe(inode);
  });

  it('keeps the date of an unchanged page', async () => {
    await site.run({ mode: 'night' }, { now: () => new Date('2026-05-01T00:00:00Z') });
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    await site.run({ mode: 'night' }, { now: () => new Date('2026-05-02T00:00:00Z') });
    const live = openLive(site.folder);
    expect(live?.page('/hotnovels/A/1')?.modified).toBe('2026-05-02T00:00:00.000Z');
    expect(live?.page('/hotnovels/H/1')?.modified).toBe('2026-05-01T00:00:00.000Z');
    live?.close();
  });

  it('removes a removed book and the pages that showed only that book', async () => {
    await api.write((writer) => writer.putBook(smallBook(900, { title: 'Zebra Crossing', tags: ['stripes'] })));
    await site.run();
    expect(livePage(site.folder, 'hotnovels/Z/1.html')).toContain('Zebra Crossing');
    await api.write((writer) => writer.removeBook('book-900'));
    const report = await site.run();
    expect(report.pages.removed).toBeGreaterThanOrEqual(2);
    expect(livePage(site.folder, 'hotnovels/Z/1.html')).toBeUndefined();
    const pages = Object.keys(liveFiles(site.folder)).filter((file) => file.endsWith('.html'));
    expect(pages.filter((file) => livePage(site.folder, file.slice(5))?.includes('Zebra'))).toEqual([]);
  });

  it('renders all pages again if the bundle is different', async () => {
    await site.run();
    const report = await site.run({ mode: 'night' }, { bundle: async () => plainBundle('bundle-2') });
    expect(report).toMatchObject({ status: 'published', pages: { kept: 0 } });
  });

  it('renders every language from its own content section, under its own paths', async () => {
    await api.write(async (writer) => {
      for (let number = 0; number < 25; number += 1) {
        const book = { key: `libro-${number}`, section: 9, title: `Álamo ${number}`, language: 'es' };
        await writer.putBook(smallBook(number, book));
      }
    });
    await site.run({ mode: 'night' }, {}, { locales: ['en', 'es'] });
    expect(livePage(site.folder, 'es/hotnovels/A/2.html')).toContain('Álamo 24');
    expect(livePage(site.folder, 'hotnovels/A/1.html')).not.toContain('Álamo');
    expect(livePage(site.folder, 'es.html')).toBeDefined();
    const live = openLive(site.folder);
    expect(live?.alias('letter:A')).toBe('/hotnovels/A/1');
    expect(live?.alias('es:letter:A')).toBe('/es/hotnovels/A/1');
    live?.close();
    expect((await site.run({ mode: 'night' }, {}, { locales: ['en', 'es'] })).status).toBe('unchanged');
  });

  it('rejects a release if one language has lost most of its pages', async () => {
    const locales: Partial<Brand> = { locales: ['en', 'es'] };
    const books = Array.from({ length: 40 }, (_, number) => `libro-${number}`);
    await api.write(async (writer) => {
      for (const [number, key] of books.entries()) {
        const names = { tags: [`etiqueta ${number}`], keywords: [`frase ${number}`, `otra frase ${number}`] };
        await writer.putBook(
          smallBook(number, { key, section: 9, title: `Álamo ${number}`, language: 'es', ...names }),
        );
      }
    });
    const { release } = await site.run({ mode: 'night' }, {}, locales);
    await api.write(async (writer) => {
      for (const key of books) await writer.removeBook(key);
    });
    await expect(site.run({ mode: 'night' }, {}, locales)).rejects.toThrow(/es has 22 pages, the live release has \d+/);
    expect(liveId(site.folder)).toBe(release);
    expect(await site.run({ mode: 'night', accept: 'no Spanish any more' }, {}, locales)).toMatchObject({
      status: 'published',
    });
  });

  it('creates a plan without writing anything on a dry run', async () => {
    const report = await site.run({ mode: 'dry-run', of: { mode: 'night' } });
    expect(report).toMatchObject({ status: 'planned', release: null });
    expect(report.pages.rendered).toBeGreaterThan(20);
    expect(releases()).toEqual([]);
  });

  it('retains the last three releases, and can roll back to the previous release', async () => {
    const ids: (string | null)[] = [];
    for (let night = 0; night < 4; night += 1) {
      await api.write((writer) => writer.putBook(smallBook(6, { introduction: `Night ${night}.` })));
      ids.push((await site.run()).release);
    }
    expect(releases()).toEqual(ids.slice(1));
    expect(await rollback(site.folder)).toBe(ids[2]);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Night 2.');
    expect(listReleases(site.folder).map((release) => release.live)).toEqual([false, true, false]);
    expect((await site.run()).status).toBe('published');
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Night 3.');
    expect(releases()).toHaveLength(3);
  });

  it('deletes the spare files of an old bundle only after a release with the new bundle is live', async () => {
    const other = { bundle: async () => plainBundle('bundle-2') };
    const all = () => readdirSync(join(site.folder, 'releases'));
    for (let night = 0; night < 5; night += 1) {
      await api.write((writer) => writer.putBook(smallBook(6, { introduction: `Night ${night}.` })));
      await site.run();
    }
    await site.run({ mode: 'night' }, other);
    expect(all()).toContain('.spare');
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Of the other bundle.' })));
    const broken = plainRenderers(() => '');
    await expect(site.run({ mode: 'night' }, { ...other, renderers: async () => broken })).rejects.toMatchObject({
      exitCode: 4,
    });
    expect(all().filter((name) => name.startsWith('.old-'))).toHaveLength(1);
    await site.run({ mode: 'night' }, other);
    expect(all().filter((name) => /^\.(old|next)-/.test(name))).toEqual([]);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Of the other bundle.');
  });

  it('keeps browser files for three releases and then removes them', async () => {
    const asset = join(site.state, 'page.Abc.js');
    const { writeFileSync } = await import('node:fs');
    writeFileSync(asset, 'export {};');
    writeFileSync(`${asset}.br`, brotliCompressSync('export {};'));
    const withAsset = plainBundle('bundle-1', [{ url: '/_astro/page.Abc.js', file: asset }]);
    await site.run({ mode: 'night' }, { bundle: async () => withAsset });
    const has: boolean[] = [];
    for (let night = 2; night <= 4; night += 1) {
      await site.run({ mode: 'night' }, { bundle: async () => plainBundle(`bundle-${night}`) });
      const live = liveFiles(site.folder);
      has.push('site/_astro/page.Abc.js' in live);
      expect('site/_astro/page.Abc.js.br' in live).toBe(has.at(-1));
    }
    expect(has).toEqual([true, true, false]);
  });
});

describe('the publish guard of a rebuild', () => {
  it('rejects a release that has lost half of its pages, unless an operator accepts the loss', async () => {
    await site.run();
    const before = liveFiles(site.folder);
    await api.write(async (writer) => {
      for (let number = 1; number < 120; number += 1) await writer.removeBook(`book-${number}`);
    });
    await expect(site.run()).rejects.toMatchObject({ exitCode: 4, message: expect.stringContaining('--accept') });
    expect(liveFiles(site.folder)).toEqual(before);
    expect(releases()).toHaveLength(1);
    expect((await site.run({ mode: 'night', accept: 'the catalogue was cut' })).status).toBe('published');
  });

  it.each([
    ['an empty page', () => '', 'is empty'],
    ['a page without heading', (html: string) => html.replace(/<h1>.*<\/h1>/, ''), 'no <h1>'],
    ['a truncated page', (html: string) => html.slice(0, -9), 'does not end'],
    [
      'a broken link',
      (html: string) => html.replace('</body>', '<a href="/genres/99999">x</a></body>'),
      '/genres/99999, which does not exist',
    ],
  ])('rejects a release with %s', async (_, damageHtml, finding) => {
    await site.run();
    const before = liveFiles(site.folder);
    await api.write((writer) => writer.putBook(smallBook(6, { introduction: 'Another beginning.' })));
    const renderers = plainRenderers((html, job) => (job.path === '/hotnovels/A/1' ? damageHtml(html) : html));
    await expect(site.run({ mode: 'night' }, { renderers: async () => renderers })).rejects.toMatchObject({
      exitCode: 4,
      message: expect.stringContaining(finding),
    });
    expect(liveFiles(site.folder)).toEqual(before);
    expect(releases()).toHaveLength(1);
    expect((await site.run()).status).toBe('published');
  });

  it('reports the page that fails to render, and why', async () => {
    await site.run();
    const before = liveFiles(site.folder);
    const renderers = plainRenderers((html, job) => {
      if (job.path === '/hotnovels/H/1') throw new Error(`The page ${job.path} could not be rendered: no such face`);
      return html;
    });
    await expect(site.run({ mode: 'night', full: true }, { renderers: async () => renderers })).rejects.toThrow(
      '/hotnovels/H/1 could not be rendered: no such face',
    );
    expect(liveFiles(site.folder)).toEqual(before);
    expect(releases()).toHaveLength(1);
  });
});

describe('a rebuild of a brand that another process is rebuilding', () => {
  it('fails with exit code 2 and the id of that process', async () => {
    const lock = acquireLock(site.folder, 'freenovel');
    await expect(site.run()).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining(`process ${process.pid}`),
    });
    lock.release();
    expect((await site.run()).status).toBe('published');
  });
});

describe('the folder of an interrupted rebuild', () => {
  it('is removed when the next rebuild starts', async () => {
    await site.run();
    const { mkdirSync, writeFileSync } = await import('node:fs');
    mkdirSync(join(site.folder, 'releases/.next-20260101T000000000Z/site'), { recursive: true });
    writeFileSync(join(site.folder, 'releases/.next-20260101T000000000Z/site/x.html'), 'x');
    const before = hash(JSON.stringify(liveFiles(site.folder)));
    await site.run();
    expect(releases()).toEqual([liveId(site.folder)]);
    expect(hash(JSON.stringify(liveFiles(site.folder)))).toBe(before);
  });
});
