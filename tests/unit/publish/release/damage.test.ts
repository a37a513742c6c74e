import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openSql } from '#src/lib/sqlite.ts';
import {
  createReleaseWriter,
  type DamageSearch,
  findDamage,
  noteDamage,
  openRelease,
  readDamageNote,
  removeDamageNote,
} from '#src/publish/release/index.ts';
import { searchDamage } from '#src/publish/verify/damage-search.ts';
import { addPage } from '../../../helpers/release-pages.ts';

describe('the search for damage in a release', () => {
  const PAGES = 250;
  let releases: string;
  let folder: string;
  beforeAll(async () => {
    releases = await mkdtemp(join(tmpdir(), 'lectern-damage-'));
    const bundle = { id: 'b', csp: '' };
    const common = { brand: 'a', brandFingerprint: 'a', bundle, created: new Date(), previous: undefined };
    const writer = createReleaseWriter({ ...common, releases, id: '1', keepsPages: false });
    for (let number = 0; number < PAGES; number += 1)
      addPage(writer, { path: `/p/${number}`, html: Buffer.from(`page ${number}`), inputs: '', version: '' });
    writer.addAsset('/_astro/a.js', Buffer.from(`let a = 1;${' '.repeat(1000)}`));
    writer.addAsset('/_astro/b.js', Buffer.from('let b = 2'));
    writer.seal();
    await writer.finish();
    folder = join(releases, '1');
  });
  afterAll(() => rm(releases, { recursive: true, force: true }));

  const readPages = 100;
  const find = (search: Omit<DamageSearch, 'folder'>) => findDamage({ ...search, folder, readPages });
  const paths = (damage: ReturnType<typeof findDamage>) => damage.pages.map(({ path }) => path).sort();

  it('checks only browser files and noted paths if another process searches the pages', () => {
    const page = join(folder, 'site/p/9.html');
    const html = readFileSync(page);
    rmSync(page);
    const damage = find({ noted: ['/p/9'], night: 0, isNotedOnly: true });
    expect([paths(damage), paths(find({ noted: [], night: 0, isNotedOnly: true }))]).toEqual([['/p/9'], []]);
    expect(paths(find({ noted: [], night: 0 }))).toEqual(['/p/9']);
    writeFileSync(page, html);
  });

  it('finds missing files, wrong sizes and noted damage every night, and any other damage within three nights', async () => {
    const file = (number: number) => join(folder, `site/p/${number}.html`);
    rmSync(file(1));
    rmSync(`${file(2)}.br`);
    truncateSync(file(3), 2);
    truncateSync(`${file(4)}.br`, 4);
    const nights = [0, 1, 2].map((night) => find({ noted: [], night }));
    for (const damage of nights) expect(paths(damage)).toEqual(expect.arrayContaining(['/p/1', '/p/2', '/p/3']));
    expect(nights.filter((damage) => paths(damage).includes('/p/4'))).toHaveLength(1);
    const notedPaths = ['/p/4', '/p/5', '/none'];
    for (const night of [3, 4, 5])
      expect(paths(find({ noted: notedPaths, night }))).toEqual(['/p/1', '/p/2', '/p/3', '/p/4']);
    const release = openRelease(folder);
    try {
      // With the limit 0, the search always runs in a separate thread.
      expect(await searchDamage(release, { noted: notedPaths, night: 7, readPages }, 0)).toEqual(
        find({ noted: notedPaths, night: 7 }),
      );
    } finally {
      release.close();
    }
  });

  it('reads every page in exactly one of three nights, including pages at the boundaries', () => {
    const sql = openSql(join(folder, 'manifest.db'));
    const before = sql.all<{ path: string; hash: string }>('SELECT path, hash FROM pages');
    const put = (path: string, hash: string) => sql.run('UPDATE pages SET hash = ? WHERE path = ?', hash, path);
    // Hash starts at and next to the boundaries between the three nights. A search reports these pages when it reads
    // them.
    const starts = [0, 21_844, 21_845, 21_846, 43_689, 43_690, 43_691, 65_535];
    const moved = before.slice(20, 20 + starts.length);
    for (const [index, { path }] of moved.entries())
      put(
        path,
        (starts[index] ?? 0)
          .toString(16)
          .padStart(4, '0')
          .padEnd(32, index % 2 ? 'f' : '0'),
      );
    const nights = [0, 1, 2].map((night) => paths(find({ noted: [], night })));
    for (const { path, hash } of moved) put(path, hash);
    sql.close();
    for (const { path } of moved)
      expect([path, nights.filter((found) => found.includes(path)).length]).toEqual([path, 1]);
  });

  it('finds damaged browser files and their compressed variants', () => {
    const assets = () => find({ noted: [], night: 0 }).assets;
    expect(assets()).toEqual([]);
    truncateSync(join(folder, 'site/_astro/a.js.gz'), 20);
    rmSync(join(folder, 'site/_astro/b.js'));
    expect(assets()).toEqual(['/_astro/a.js', '/_astro/b.js']);
  });
});

describe('the note of files that the server found damaged', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lectern-note-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('contains each path once and can be removed', async () => {
    expect(readDamageNote(folder)).toEqual([]);
    for (const path of ['/a', '/b', '/a']) await noteDamage(folder, { path, file: 'f', problem: 'lost' });
    expect(readDamageNote(folder)).toEqual(['/a', '/b']);
    removeDamageNote(folder);
    expect(readDamageNote(folder)).toEqual([]);
  });
});
