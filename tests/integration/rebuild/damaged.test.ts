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
  it('whose manifest is junk is made anew', async () => {
    const { pages } = await site.run();
    writeFileSync(live('manifest.db'), 'no database');
    expect(await site.run()).toMatchObject({ status: 'published', previous: null, pages: { total: pages.total } });
  });

  it('whose manifest is of a former version is replaced, and no correction builds upon it', async () => {
    const { pages } = await site.run();
    const sql = openSql(live('manifest.db'));
    sql.exec('ALTER TABLE pages DROP COLUMN listing; DROP TABLE listings; PRAGMA user_version = 0;');
    sql.close();
    const dry = await site.run({ dryRun: true });
    expect(dry).toMatchObject({ pages: { rendered: pages.total, kept: 0, removed: 0 } });
    expect(dry.plan?.byReason).toEqual({ bundle: pages.total });
    await expect(site.run({ pages: ['/'] })).rejects.toThrow("the site's code is another");
    api.write((writer) => void writer.removeBook('book-6'));
    expect(await site.run()).toMatchObject({ status: 'published' });
    expect(await site.run({ full: true })).toMatchObject({ status: 'unchanged' });
  });

  it.each(['', '.br'])(
    'that has lost the file of a page (%s) is left, and mended by rendering everything',
    async (form) => {
      const { release } = await site.run();
      const whole = livePage(site.folder, PAGE);
      rmSync(live(`site/${PAGE}${form}`));
      changeBook(1);
      await expect(site.run()).rejects.toThrow(/\/hotnovels\/H\/1 .*lost.*--full/);
      expect(await site.run({ full: true })).toMatchObject({ status: 'published', previous: release });
      expect(livePage(site.folder, PAGE)).toBe(whole);
      expect(existsSync(live(`site/${PAGE}.br`))).toBe(true);
    },
  );

  it('with a page that was cut off is mended by rendering everything, though nothing else changed', async () => {
    await site.run();
    const whole = livePage(site.folder, PAGE) ?? '';
    writeFileSync(live(`site/${PAGE}`), whole.slice(0, 100));
    expect(await site.run({ full: true })).toMatchObject({ status: 'published' });
    expect(livePage(site.folder, PAGE)).toBe(whole);
    expect(await site.run({ full: true })).toMatchObject({ status: 'unchanged' });
  });

  it('never comes back when its tree is used again', async () => {
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

describe('the tree of an older release', () => {
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

  it('is used again with browser files at its root', async () => {
    for (let turn = 1; turn <= 7; turn += 1) expect(await night(turn)).toMatchObject({ status: 'published' });
    expect(existsSync(live('site/robots.txt'))).toBe(true);
    expect(livePage(site.folder, 'hotnovels/A/1.html')).toContain('Beginning 7.');
  });

  it('is not used for another code', async () => {
    for (let turn = 1; turn <= 4; turn += 1) await night(turn);
    const spare = join(site.folder, 'releases/.spare');
    expect(existsSync(spare)).toBe(true);
    writeFileSync(join(spare, 'site/stray.html'), 'of another code');
    await night(5, 'bundle-2');
    expect(await night(6, 'bundle-2')).toMatchObject({ status: 'published' });
    expect(existsSync(live('site/stray.html'))).toBe(false);
  });
});
