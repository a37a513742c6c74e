import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hash } from '#src/lib/hash.ts';
import {
  createPageStore,
  isPageIntact,
  LostPagesError,
  type RecordedPage,
  type Release,
} from '#src/publish/release/index.ts';
import { FACTS } from '../../../helpers/release-pages.ts';

const [BEFORE, NOW] = ['2026-05-01T00:00:00.000Z', '2026-05-02T00:00:00.000Z'];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'lectern-pages-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Writes a page's files into a release folder. */
function put(folder: string, path: string, html: string): RecordedPage {
  const file = `${path.slice(1)}.html`;
  const target = join(root, folder, 'site', file);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, html);
  writeFileSync(`${target}.br`, brotliCompressSync(html));
  const facts = { inputs: 'old', version: 'old', listing: '', ...FACTS };
  return { path, file, hash: hash(html, 32), bytes: html.length, modified: BEFORE, ...facts };
}

const releaseOf = (...pages: RecordedPage[]) =>
  ({
    folder: join(root, 'before'),
    page: (path: string) => pages.find((page) => page.path === path),
  }) as unknown as Release;

const newPage = (path: string, html: string) => ({
  ...FACTS,
  path,
  html: new TextEncoder().encode(html),
  inputs: 'new',
  version: 'new',
  listing: '/tags',
});
const inode = (folder: string, file: string) => statSync(join(root, folder, 'site', file)).ino;

describe('a page added to a release', () => {
  it('is written with its compressed variant and the current date', () => {
    const store = createPageStore(join(root, 'new'), undefined, NOW);
    expect(store.add(newPage('/tags', 'of tags'))).toEqual({
      ...FACTS,
      path: '/tags',
      inputs: 'new',
      version: 'new',
      listing: '/tags',
      file: 'tags.html',
      hash: hash('of tags', 32),
      bytes: 7,
      modified: NOW,
    });
    expect(readFileSync(join(root, 'new/site/tags.html'), 'utf8')).toBe('of tags');
    expect(brotliDecompressSync(readFileSync(join(root, 'new/site/tags.html.br'))).toString()).toBe('of tags');
  });

  it('is linked and keeps its date if the previous release has the same bytes, but records its new inputs', () => {
    const page = put('before', '/tags', 'same');
    const store = createPageStore(join(root, 'new'), releaseOf(page), NOW);
    expect(store.add(newPage('/tags', 'same'))).toMatchObject({ modified: BEFORE, inputs: 'new', version: 'new' });
    expect(inode('new', 'tags.html')).toBe(inode('before', 'tags.html'));
    expect(inode('new', 'tags.html.br')).toBe(inode('before', 'tags.html.br'));
  });

  it.each(['tags.html', 'tags.html.br'])('is written again if %s is damaged in the previous release', (file) => {
    const page = put('before', '/tags', 'same');
    writeFileSync(join(root, 'before/site', file), file.endsWith('.br') ? brotliCompressSync('other') : 'other');
    const store = createPageStore(join(root, 'new'), releaseOf(page), NOW);
    expect(store.add(newPage('/tags', 'same'))).toMatchObject({ modified: NOW });
    expect(readFileSync(join(root, 'new/site/tags.html'), 'utf8')).toBe('same');
  });

  it("has no files in a part if the previous release recorded the same bytes, even if that release's files are missing", () => {
    const page = put('before', '/tags', 'same');
    rmSync(join(root, 'before/site/tags.html'));
    const store = createPageStore(join(root, 'new'), releaseOf(page), NOW, true);
    expect(store.add(newPage('/tags', 'same'))).toMatchObject({ modified: BEFORE });
    expect(store.keep(page)).toBe(page);
    expect(existsSync(join(root, 'new/site/tags.html'))).toBe(false);
  });
});

describe('a page taken from a partial release', () => {
  it('is linked with the current date', () => {
    const page = put('part', '/tags', 'rendered');
    const store = createPageStore(join(root, 'new'), undefined, NOW);
    expect(store.reuse(join(root, 'part'), page)).toEqual({ ...page, modified: NOW });
    expect(inode('new', 'tags.html')).toBe(inode('part', 'tags.html'));
    expect(inode('new', 'tags.html.br')).toBe(inode('part', 'tags.html.br'));
  });

  it('is linked with its old date if the previous release has the same bytes', () => {
    const old = put('before', '/tags', 'same');
    const page = { ...put('part', '/tags', 'same'), inputs: 'new' };
    const store = createPageStore(join(root, 'new'), releaseOf(old), NOW);
    expect(store.reuse(join(root, 'part'), page)).toEqual({ ...page, modified: BEFORE });
    expect(inode('new', 'tags.html')).toBe(inode('before', 'tags.html'));
  });
});

describe('a page kept from the previous release', () => {
  it.each(['tags.html', 'tags.html.br'])(
    'is reported as missing if its file %s does not exist, and leaves no incomplete files',
    (file) => {
      const page = put('before', '/tags', 'kept');
      rmSync(join(root, 'before/site', file));
      const store = createPageStore(join(root, 'new'), releaseOf(page), NOW);
      expect(() => store.keep(page)).toThrow(
        'The page /tags has lost a file and cannot be kept. Render it again with: npm run rebuild -- --full.',
      );
      expect(() => store.keep(page)).toThrow(LostPagesError);
      for (const name of ['tags.html', 'tags.html.br']) expect(existsSync(join(root, 'new/site', name))).toBe(false);
    },
  );

  it('is not reported as missing if only writing its files fails', () => {
    const page = put('before', '/tags', 'kept');
    put('new', '/tags', 'there already');
    const store = createPageStore(join(root, 'new'), releaseOf(page), NOW);
    expect(() => store.keep(page)).toThrow(/EEXIST/);
  });
});

describe('isPageIntact', () => {
  it('returns true only if both files of the page have the recorded bytes', () => {
    const page = put('before', '/tags', 'whole');
    const folder = join(root, 'before');
    expect(isPageIntact(folder, page)).toBe(true);
    expect(isPageIntact(folder, { ...page, hash: hash('other', 32) })).toBe(false);
    writeFileSync(join(folder, 'site/tags.html.br'), 'no brotli');
    expect(isPageIntact(folder, page)).toBe(false);
    rmSync(join(folder, 'site/tags.html.br'));
    expect(isPageIntact(folder, page)).toBe(false);
  });
});
