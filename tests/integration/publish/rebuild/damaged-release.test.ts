import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
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

const PAGE = 'hotnovels/H/1.html';
const live = (file: string) => join(site.folder, 'current', file);
const changeBook = (turn: number) =>
  api.write((writer) => writer.putBook(smallBook(6, { introduction: `Beginning ${turn}.` })));

/** Changes a byte in the middle but not the file's size and date, as a failing disk does. */
function invertByte(file: string): void {
  const bytes = readFileSync(file);
  const middle = bytes.length >> 1;
  bytes[middle] = (bytes[middle] ?? 0) ^ 0xff;
  writeFileSync(file, bytes);
}

/** Replaces the file by a folder, which cannot be read as a file, even by root. */
function replaceByFolder(file: string): void {
  rmSync(file);
  mkdirSync(file);
}

/** Hashes of the page files, without fields that are unique to a release. */
const pageFiles = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).filter(([name]) => name.startsWith('site/')));

describe('a damaged live release', () => {
  it('is replaced if its manifest is unreadable', async () => {
    const { pages } = await site.run();
    writeFileSync(live('manifest.db'), 'no database');
    expect(await site.run()).toMatchObject({ status: 'published', previous: null, pages: { total: pages.total } });
  });

  it.each([
    ['on a night without changes', async () => {}],
    ['on a night with changes, which are planned before the damage is found', () => changeBook(1)],
  ])('is replaced if its manifest lacks browser files %s', async (_night, change) => {
    const { pages } = await site.run();
    const sql = openSql(live('manifest.db'));
    sql.exec('ALTER TABLE assets DROP COLUMN hash');
    sql.close();
    await change();
    const fullRun = { rendered: pages.total, kept: 0, total: pages.total };
    expect(await site.run()).toMatchObject({ status: 'published', previous: null, pages: fullRun });
    expect(await site.run()).toMatchObject({ status: 'unchanged' });
  });

  it('is replaced if its manifest has an older schema, and corrections are rejected until then', async () => {
    const { pages } = await site.run();
    const sql = openSql(live('manifest.db'));
    sql.exec('ALTER TABLE pages DROP COLUMN listing; DROP TABLE listings; PRAGMA user_version = 0;');
    sql.close();
    const dry = await site.run({ mode: 'dry-run', of: { mode: 'night' } });
    expect(dry).toMatchObject({ pages: { rendered: pages.total, kept: 0, removed: 0 } });
    expect(dry.plan?.byReason).toEqual({ bundle: pages.total });
    await expect(site.run({ mode: 'correction', pages: ['/'] })).rejects.toThrow("the site's code changed");
    await api.write((writer) => writer.removeBook('book-6'));
    expect(await site.run()).toMatchObject({ status: 'published' });
    expect(await site.run({ mode: 'night', full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('is repaired by the next nightly rebuild if pages are missing or damaged', async () => {
    const { release, pages } = await site.run();
    const intactFiles = liveFiles(site.folder);
    rmSync(live('site/index.html'));
    rmSync(live(`site/${PAGE}.br`));
    truncateSync(live('site/tags.html'), 100);
    truncateSync(live('site/genres.html.br'), 0);
    invertByte(live('site/hotnovels/A/1.html'));
    invertByte(live('site/hotnovels/E/1.html.br'));
    replaceByFolder(live('site/login.html.br'));
    const damaged = 7;
    expect(await site.run({ mode: 'dry-run', of: { mode: 'night' } })).toMatchObject({
      damaged,
      plan: { byReason: { damaged } },
    });
    const counted = { rendered: damaged, kept: pages.total - damaged, removed: 0 };
    expect(await site.run()).toMatchObject({ status: 'published', previous: release, damaged, pages: counted });
    expect(pageFiles(liveFiles(site.folder))).toEqual(pageFiles(intactFiles));
    expect(await site.run()).toMatchObject({ status: 'unchanged', damaged: 0 });
  });

  it('is repaired even if the next release is built from the files of an older release', async () => {
    for (let turn = 1; turn <= 4; turn += 1) {
      await changeBook(turn);
      await site.run();
    }
    const intactPage = livePage(site.folder, PAGE);
    invertByte(live(`site/${PAGE}`));
    rmSync(live('site/tags.html'));
    await changeBook(6);
    expect(await site.run()).toMatchObject({ status: 'published', damaged: 2 });
    expect(livePage(site.folder, PAGE)).toBe(intactPage);
    expect(livePage(site.folder, 'tags.html')).toBeDefined();
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Beginning 6.');
  });

  it('is repaired if a file disappears after the search for damage', async () => {
    await site.run();
    const intactPage = livePage(site.folder, PAGE);
    await changeBook(1);
    let isLost = false;
    const renderers = async () => {
      if (!isLost) rmSync(live(`site/${PAGE}.br`));
      isLost = true;
      return plainRenderers();
    };
    expect(await site.run({ mode: 'night' }, { renderers })).toMatchObject({ status: 'published', damaged: 1 });
    isLost = false;
    await changeBook(2);
    expect(await site.run({ mode: 'correction', pages: ['/'] }, { renderers })).toMatchObject({
      status: 'published',
      damaged: 1,
    });
    expect(livePage(site.folder, PAGE)).toBe(intactPage);
    expect(existsSync(live(`site/${PAGE}.br`))).toBe(true);
  });

  it('is repaired by a correction of pages, which leaves all other pages unchanged', async () => {
    const { pages } = await site.run();
    const intactPage = livePage(site.folder, PAGE);
    rmSync(live(`site/${PAGE}.br`));
    invertByte(live('site/tags.html'));
    await changeBook(1);
    const counted = { rendered: 3, kept: pages.total - 3, removed: 0 };
    expect(await site.run({ mode: 'correction', pages: ['/'] })).toMatchObject({
      status: 'published',
      damaged: 2,
      pages: counted,
    });
    expect(livePage(site.folder, PAGE)).toBe(intactPage);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).not.toContain('Beginning 1.');
    expect(await site.run({ mode: 'dry-run', of: { mode: 'night' } })).toMatchObject({ damaged: 0 });
  });

  it('gets its browser files repaired even if no data has changed', async () => {
    await site.run();
    const [font] = readdirSync(live('site/_brand')).filter((name) => name.endsWith('.css'));
    const file = live(`site/_brand/${font}`);
    const intactFiles = liveFiles(site.folder);
    invertByte(file);
    expect(await site.run()).toMatchObject({ status: 'published', damaged: 1, pages: { rendered: 0 } });
    expect(pageFiles(liveFiles(site.folder))).toEqual(pageFiles(intactFiles));
    invertByte(live(`site/_brand/${font}.br`));
    expect(await site.run()).toMatchObject({ status: 'published', damaged: 1 });
    expect(pageFiles(liveFiles(site.folder))).toEqual(pageFiles(intactFiles));
  });

  it('is repaired by rendering all pages again if a page is truncated, even if no data has changed', async () => {
    await site.run();
    const intactPage = livePage(site.folder, PAGE) ?? '';
    truncateSync(live(`site/${PAGE}`), 100);
    expect(await site.run({ mode: 'night', full: true })).toMatchObject({ status: 'published' });
    expect(livePage(site.folder, PAGE)).toBe(intactPage);
    expect(await site.run({ mode: 'night', full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('remains repaired when its files are later reused for another release', async () => {
    await site.run();
    rmSync(live(`site/${PAGE}`));
    await site.run({ mode: 'night', full: true });
    for (let turn = 1; turn <= 5; turn += 1) {
      await changeBook(turn);
      expect(await site.run()).toMatchObject({ status: 'published' });
      expect(livePage(site.folder, PAGE), `night ${turn}`).toBeDefined();
    }
  });
});

describe('the files of an older release, which the next release is built from', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-assets-'));
    writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const night = async (turn: number, id = 'bundle-1') => {
    await changeBook(turn);
    const assets = [{ url: '/robots.txt', file: join(folder, 'robots.txt') }];
    return site.run({ mode: 'night' }, { bundle: async () => plainBundle(id, assets) });
  };

  it('are reused even if they include browser files at the root of the site', async () => {
    for (let turn = 1; turn <= 7; turn += 1) expect(await night(turn)).toMatchObject({ status: 'published' });
    expect(existsSync(live('site/robots.txt'))).toBe(true);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Beginning 7.');
  });

  it('are not reused after a code change', async () => {
    for (let turn = 1; turn <= 4; turn += 1) await night(turn);
    const recycled = join(site.folder, 'releases/.spare');
    expect(existsSync(recycled)).toBe(true);
    writeFileSync(join(recycled, 'site/stray.html'), 'of other code');
    await night(5, 'bundle-2');
    expect(await night(6, 'bundle-2')).toMatchObject({ status: 'published' });
    expect(existsSync(live('site/stray.html'))).toBe(false);
  });
});
