import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import { plainBundle } from '../../helpers/plain-renderer.ts';
import { type SmallApi, smallBook, startSmallApi } from '../../helpers/small-api.ts';
import { livePage, type SmallRebuild, smallRebuild } from '../../helpers/small-rebuild.ts';

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
  api.write((writer) => void writer.putBook(smallBook(6, { introduction: `Beginning ${turn}.` })));

describe('a live release', () => {
  it('with an unreadable manifest is replaced', async () => {
    const { pages } = await site.run();
    writeFileSync(live('manifest.db'), 'no database');
    expect(await site.run()).toMatchObject({ status: 'published', previous: null, pages: { total: pages.total } });
  });

  it('with a manifest of an older schema is replaced, and accepts no correction', async () => {
    const { pages } = await site.run();
    const sql = openSql(live('manifest.db'));
    sql.exec('ALTER TABLE pages DROP COLUMN listing; DROP TABLE listings; PRAGMA user_version = 0;');
    sql.close();
    const dry = await site.run({ dryRun: true });
    expect(dry).toMatchObject({ pages: { rendered: pages.total, kept: 0, removed: 0 } });
    expect(dry.plan?.byReason).toEqual({ bundle: pages.total });
    await expect(site.run({ pages: ['/'] })).rejects.toThrow("the site's code changed");
    api.write((writer) => void writer.removeBook('book-6'));
    expect(await site.run()).toMatchObject({ status: 'published' });
    expect(await site.run({ full: true })).toMatchObject({ status: 'unchanged' });
  });

  it.each(['', '.br'])('without the file of a page (%s) stays, until everything is rendered', async (suffix) => {
    const { release } = await site.run();
    const whole = livePage(site.folder, PAGE);
    rmSync(live(`site/${PAGE}${suffix}`));
    changeBook(1);
    await expect(site.run()).rejects.toThrow(/\/hotnovels\/H\/1 .*lost.*--full/);
    expect(await site.run({ full: true })).toMatchObject({ status: 'published', previous: release });
    expect(livePage(site.folder, PAGE)).toBe(whole);
    expect(existsSync(live(`site/${PAGE}.br`))).toBe(true);
  });

  it('with a truncated page is repaired by rendering everything, though nothing else changed', async () => {
    await site.run();
    const whole = livePage(site.folder, PAGE) ?? '';
    writeFileSync(live(`site/${PAGE}`), whole.slice(0, 100));
    expect(await site.run({ full: true })).toMatchObject({ status: 'published' });
    expect(livePage(site.folder, PAGE)).toBe(whole);
    expect(await site.run({ full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('is not repeated when its tree is recycled', async () => {
    await site.run();
    rmSync(live(`site/${PAGE}`));
    await site.run({ full: true });
    for (let turn = 1; turn <= 5; turn += 1) {
      changeBook(turn);
      expect(await site.run()).toMatchObject({ status: 'published' });
      expect(livePage(site.folder, PAGE), `night ${turn}`).toBeDefined();
    }
  });
});

describe('the recycled tree', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-assets-'));
    writeFileSync(join(folder, 'robots.txt'), 'User-agent: *\n');
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const night = (turn: number, id = 'bundle-1') => {
    changeBook(turn);
    const assets = [{ url: '/robots.txt', file: join(folder, 'robots.txt') }];
    return site.run({}, { bundle: async () => plainBundle(id, assets) });
  };

  it('is reused with browser files at its root', async () => {
    for (let turn = 1; turn <= 7; turn += 1) expect(await night(turn)).toMatchObject({ status: 'published' });
    expect(existsSync(live('site/robots.txt'))).toBe(true);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Beginning 7.');
  });

  it('is not reused for other code', async () => {
    for (let turn = 1; turn <= 4; turn += 1) await night(turn);
    const recycled = join(site.folder, 'releases/.spare');
    expect(existsSync(recycled)).toBe(true);
    writeFileSync(join(recycled, 'site/stray.html'), 'of other code');
    await night(5, 'bundle-2');
    expect(await night(6, 'bundle-2')).toMatchObject({ status: 'published' });
    expect(existsSync(live('site/stray.html'))).toBe(false);
  });
});
