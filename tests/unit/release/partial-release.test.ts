import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageFile, type RecordedPage } from '#src/release/index.ts';
import {
  findPartialReleases,
  findShardReleases,
  keepAsPartialRelease,
  openPartialRelease,
  openPartialReleaseLog,
  type PartialReleaseHeader,
  partialReleaseLogFile,
  removePartialReleases,
  replaceShard,
  shardFolder,
  shardFolderPrefix,
} from '#src/release/partial-release.ts';
import { FACTS } from '../../helpers/release-pages.ts';

let brandFolder: string;
const releases = () => join(brandFolder, 'releases');
beforeEach(() => {
  brandFolder = mkdtempSync(join(tmpdir(), 'lectern-partial-'));
  mkdirSync(releases());
});
afterEach(() => rmSync(brandFolder, { recursive: true, force: true }));

const page = (path: string): RecordedPage => ({
  path,
  file: pageFile(path),
  hash: 'a'.repeat(32),
  bytes: 1,
  modified: '2026-11-01T00:00:00.000Z',
  inputs: '',
  version: '',
  listing: '',
  ...FACTS,
});

/** Writes what was rendered under a name. @returns its folder */
function rendered(name: string, header: PartialReleaseHeader, { pages = ['/a'], isComplete = true } = {}): string {
  const folder = join(releases(), name);
  mkdirSync(folder);
  const log = openPartialReleaseLog(folder, header);
  log.add(pages.map(page));
  if (isComplete) log.complete();
  log.close();
  log.close();
  return folder;
}
const read = (folder: string) => {
  const partial = openPartialRelease(folder);
  return partial && { ...partial, pages: [...partial.pages()].map(({ path }) => path) };
};

describe('the log of pages that were rendered', () => {
  const header = { buildKey: 'k', shard: { index: 2, of: 3 } };

  it('tells what they depend on, which shard they are of, and that none is missing', () => {
    const folder = rendered('.part-1', header, { pages: ['/a', '/b'] });
    expect(read(folder)).toEqual({ ...header, folder, isComplete: true, pages: ['/a', '/b'] });
  });

  it('is incomplete until it says so, also where pages come after that', () => {
    const folder = rendered('.part-1', { buildKey: 'k' }, { isComplete: false });
    expect(read(folder)).toMatchObject({ isComplete: false, shard: undefined });
    rmSync(folder, { recursive: true });
    appendFileSync(partialReleaseLogFile(rendered('.part-1', header)), `${JSON.stringify(page('/c'))}\n`);
    expect(read(folder)).toMatchObject({ isComplete: false, pages: ['/a', '/c'] });
  });

  it('loses the line that was cut off, and no other', () => {
    const folder = rendered('.part-1', header, { isComplete: false });
    appendFileSync(partialReleaseLogFile(folder), '{"path":"/b","section":"ge');
    expect(read(folder)?.pages).toEqual(['/a']);
  });

  it('is read in pieces, wherever they end', () => {
    const pages = Array.from({ length: 3000 }, (_none, index) => encodeURI(`/Ω/${'é'.repeat(index % 40)}x/${index}`));
    expect(read(rendered('.part-1', header, { pages }))?.pages).toEqual(pages);
  });

  it.each([
    ['is not there', undefined],
    ['is empty', ''],
    ['has no header', `${JSON.stringify({ path: '/a', section: 'genre' })}\n`],
    ['is damaged', 'x\n'],
  ])('makes nothing of use where it %s', (_what, text) => {
    const folder = join(releases(), '.part-1');
    mkdirSync(folder);
    if (text !== undefined) writeFileSync(partialReleaseLogFile(folder), text);
    expect(openPartialRelease(folder)).toBeUndefined();
  });

  it.each([
    ['the path', { path: '/../../a' }],
    ['the path', { path: '/a\nb' }],
    ['the hash', { hash: '' }],
    ['the bytes', { bytes: 2 ** 40 }],
    ['the date', { modified: '2026-11-01T00:00:00Z\r\nx: y' }],
  ])('skips a page with an invalid %s', (_what, change) => {
    const folder = rendered('.part-1', header);
    appendFileSync(partialReleaseLogFile(folder), `${JSON.stringify({ ...page('/b'), ...change })}\n`);
    expect(read(folder)?.pages).toEqual(['/a']);
  });

  it('derives the file of a page from its path', () => {
    const folder = rendered('.part-1', header);
    appendFileSync(partialReleaseLogFile(folder), `${JSON.stringify({ ...page('/b'), file: '../../../x.html' })}\n`);
    expect([...(openPartialRelease(folder)?.pages() ?? [])].map(({ file }) => file)).toEqual(['a.html', 'b.html']);
  });

  it.each([{ ground: '../../x' }, { ground: 'k', shard: { index: '../x', of: 1 } }, { ground: '' }])(
    'is no partial release where its header names a folder elsewhere: %j',
    (line) => {
      const folder = join(releases(), '.part-1');
      mkdirSync(folder);
      writeFileSync(partialReleaseLogFile(folder), `${JSON.stringify(line)}\n`);
      expect(openPartialRelease(folder)).toBeUndefined();
    },
  );

  it('of an older version has pages that are left out', () => {
    const folder = rendered('.part-1', header);
    appendFileSync(partialReleaseLogFile(folder), '{"path":"/old"}\n');
    expect(read(folder)?.pages).toEqual(['/a']);
  });
});

describe('what was rendered for a brand', () => {
  const of = (index: number, count: number) => ({ buildKey: 'k', shard: { index, of: count } });
  const names = (found: readonly { readonly folder: string }[]) => found.map(({ folder }) => basename(folder));

  it('is found by its names, in their order', () => {
    for (const name of ['.part-b', '.next-a', 'release', '.old-c']) rendered(name, { buildKey: 'k' });
    mkdirSync(join(releases(), '.part-empty'));
    expect(names(findPartialReleases(brandFolder))).toEqual(['.next-a', '.part-b']);
    expect(findPartialReleases(join(brandFolder, 'none'))).toEqual([]);
  });

  it('of one shard is found among those of others', () => {
    const own = basename(shardFolder(brandFolder, 'k', { index: 1, of: 12 }));
    rendered(own, of(1, 12));
    rendered(`${shardFolderPrefix({ index: 1, of: 12 })}x`, of(1, 12));
    rendered(basename(shardFolder(brandFolder, 'k', { index: 11, of: 12 })), of(11, 12));
    rendered(basename(shardFolder(brandFolder, 'k', { index: 1, of: 1 })), of(1, 1));
    rendered('.part-named-1-of-12', of(2, 12));
    expect(names(findShardReleases(brandFolder, { index: 1, of: 12 }))).toEqual([`.next-part-1-of-12-x`, own].sort());
  });

  it('takes the place of what was rendered of the shard before', () => {
    const target = shardFolder(brandFolder, 'k', { index: 1, of: 2 });
    rendered(basename(target), of(1, 2), { pages: ['/old'] });
    const folder = rendered('.next-part-1-of-2-x', of(1, 2), { pages: ['/new'] });
    const before = findShardReleases(brandFolder, { index: 1, of: 2 }).filter((one) => one.folder !== folder);
    replaceShard(folder, target, before);
    expect(readdirSync(releases())).toEqual([basename(target)]);
    expect(read(target)?.pages).toEqual(['/new']);
  });

  it('by a run that was interrupted is kept under another name, in place of what had it', () => {
    rendered('.next-1', { buildKey: 'k' }, { pages: ['/new'] });
    rendered('.part-left-1', { buildKey: 'k' }, { pages: ['/old'] });
    keepAsPartialRelease(releases(), '.next-1');
    expect(readdirSync(releases())).toEqual(['.part-left-1']);
    expect(read(join(releases(), '.part-left-1'))?.pages).toEqual(['/new']);
  });

  it('is removed with its files', () => {
    const folder = rendered('.part-1', { buildKey: 'k' });
    removePartialReleases([{ folder }, { folder: join(releases(), 'none') }]);
    expect(existsSync(folder)).toBe(false);
  });
});
