import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pageFile, type RecordedPage } from '#src/publish/release/index.ts';
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
} from '#src/publish/release/partial-release.ts';
import { FACTS } from '../../../helpers/release-pages.ts';

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

/** Writes a partial release with rendered pages. @returns the folder */
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

describe('the log of rendered pages in a partial release', () => {
  const header = { buildKey: 'k', shard: { index: 2, of: 3 } };

  it('contains the build key, the shard, the pages and whether the run was completed', () => {
    const folder = rendered('.part-1', header, { pages: ['/a', '/b'] });
    expect(read(folder)).toEqual({ ...header, folder, isComplete: true, pages: ['/a', '/b'] });
  });

  it('is incomplete if it has no end marker, or if pages follow the marker', () => {
    const folder = rendered('.part-1', { buildKey: 'k' }, { isComplete: false });
    expect(read(folder)).toMatchObject({ isComplete: false, shard: undefined });
    rmSync(folder, { recursive: true });
    appendFileSync(partialReleaseLogFile(rendered('.part-1', header)), `${JSON.stringify(page('/c'))}\n`);
    expect(read(folder)).toMatchObject({ isComplete: false, pages: ['/a', '/c'] });
  });

  it('loses only its last line if that line is truncated', () => {
    const folder = rendered('.part-1', header, { isComplete: false });
    appendFileSync(partialReleaseLogFile(folder), '{"path":"/b","section":"ge');
    expect(read(folder)?.pages).toEqual(['/a']);
  });

  it('is read in chunks that may end anywhere in a line', () => {
    const pages = Array.from({ length: 3000 }, (_, index) => encodeURI(`/Ω/${'é'.repeat(index % 40)}x/${index}`));
    expect(read(rendered('.part-1', header, { pages }))?.pages).toEqual(pages);
  });

  it.each([
    ['is missing', undefined],
    ['is empty', ''],
    ['has no header', `${JSON.stringify({ path: '/a', section: 'genre' })}\n`],
    ['is damaged', 'x\n'],
  ])('cannot be used if it %s', (_what, text) => {
    const folder = join(releases(), '.part-1');
    mkdirSync(folder);
    if (text !== undefined) writeFileSync(partialReleaseLogFile(folder), text);
    expect(openPartialRelease(folder)).toBeUndefined();
  });

  it.each([
    ['path', { path: '/../../a' }],
    ['path', { path: '/a\nb' }],
    ['hash', { hash: '' }],
    ['number of bytes', { bytes: 2 ** 40 }],
    ['date', { modified: '2026-11-01T00:00:00Z\r\nx: y' }],
  ])('skips a page with an invalid %s', (_what, change) => {
    const folder = rendered('.part-1', header);
    appendFileSync(partialReleaseLogFile(folder), `${JSON.stringify({ ...page('/b'), ...change })}\n`);
    expect(read(folder)?.pages).toEqual(['/a']);
  });

  it("does not determine a page's file name, which is derived from the path", () => {
    const folder = rendered('.part-1', header);
    appendFileSync(partialReleaseLogFile(folder), `${JSON.stringify({ ...page('/b'), file: '../../../x.html' })}\n`);
    expect([...(openPartialRelease(folder)?.pages() ?? [])].map(({ file }) => file)).toEqual(['a.html', 'b.html']);
  });

  it.each([{ ground: '../../x' }, { ground: 'k', shard: { index: '../x', of: 1 } }, { ground: '' }])(
    'is ignored if its header contains a path instead of a name: %j',
    (line) => {
      const folder = join(releases(), '.part-1');
      mkdirSync(folder);
      writeFileSync(partialReleaseLogFile(folder), `${JSON.stringify(line)}\n`);
      expect(openPartialRelease(folder)).toBeUndefined();
    },
  );

  it('omits pages written by an older version', () => {
    const folder = rendered('.part-1', header);
    appendFileSync(partialReleaseLogFile(folder), '{"path":"/old"}\n');
    expect(read(folder)?.pages).toEqual(['/a']);
  });
});

describe("a brand's partial releases", () => {
  const headerOf = (index: number, count: number) => ({ buildKey: 'k', shard: { index, of: count } });
  const names = (partials: readonly { readonly folder: string }[]) => partials.map(({ folder }) => basename(folder));

  it('are found by name, in order', () => {
    for (const name of ['.part-b', '.next-a', 'release', '.old-c']) rendered(name, { buildKey: 'k' });
    mkdirSync(join(releases(), '.part-empty'));
    expect(names(findPartialReleases(brandFolder))).toEqual(['.next-a', '.part-b']);
    expect(findPartialReleases(join(brandFolder, 'none'))).toEqual([]);
  });

  it('can be selected by shard', () => {
    const own = basename(shardFolder(brandFolder, 'k', { index: 1, of: 12 }));
    rendered(own, headerOf(1, 12));
    rendered(`${shardFolderPrefix({ index: 1, of: 12 })}x`, headerOf(1, 12));
    rendered(basename(shardFolder(brandFolder, 'k', { index: 11, of: 12 })), headerOf(11, 12));
    rendered(basename(shardFolder(brandFolder, 'k', { index: 1, of: 1 })), headerOf(1, 1));
    rendered('.part-named-1-of-12', headerOf(2, 12));
    expect(names(findShardReleases(brandFolder, { index: 1, of: 12 }))).toEqual([`.next-part-1-of-12-x`, own].sort());
  });

  it('are replaced when their shard is rendered again', () => {
    const target = shardFolder(brandFolder, 'k', { index: 1, of: 2 });
    rendered(basename(target), headerOf(1, 2), { pages: ['/old'] });
    const folder = rendered('.next-part-1-of-2-x', headerOf(1, 2), { pages: ['/new'] });
    const before = findShardReleases(brandFolder, { index: 1, of: 2 }).filter((one) => one.folder !== folder);
    replaceShard(folder, target, before);
    expect(readdirSync(releases())).toEqual([basename(target)]);
    expect(read(target)?.pages).toEqual(['/new']);
  });

  it('are created from interrupted runs by renaming, and replace a partial release with the same name', () => {
    rendered('.next-1', { buildKey: 'k' }, { pages: ['/new'] });
    rendered('.part-left-1', { buildKey: 'k' }, { pages: ['/old'] });
    keepAsPartialRelease(releases(), '.next-1');
    expect(readdirSync(releases())).toEqual(['.part-left-1']);
    expect(read(join(releases(), '.part-left-1'))?.pages).toEqual(['/new']);
  });

  it('are removed with their files', () => {
    const folder = rendered('.part-1', { buildKey: 'k' });
    removePartialReleases([{ folder }, { folder: join(releases(), 'none') }]);
    expect(existsSync(folder)).toBe(false);
  });
});
