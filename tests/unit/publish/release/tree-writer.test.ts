import fs, { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTreeWriter } from '#src/publish/release/tree-writer.ts';

/** `code` is the error code thrown when a link is created; undefined for normal behaviour. */
const link = { code: undefined as string | undefined, calls: 0 };
const { linkSync } = fs;
const answer: typeof linkSync = (from, to) => {
  link.calls += 1;
  if (link.code !== undefined) throw Object.assign(new Error('no link'), { code: link.code });
  linkSync(from, to);
};
const useLinkSync = (use: typeof linkSync) => {
  fs.linkSync = use;
  syncBuiltinESMExports();
};
beforeAll(() => useLinkSync(answer));
afterAll(() => useLinkSync(linkSync));

let root: string;
let source: string;
beforeEach(() => {
  Object.assign(link, { code: undefined, calls: 0 });
  root = mkdtempSync(join(tmpdir(), 'lectern-tree-'));
  source = join(root, 'source');
  writeFileSync(source, 'text');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (file: string) => readFileSync(join(root, file), 'utf8');

describe('createTreeWriter, which writes files into a release', () => {
  it('writes files into new folders, and overwrites none', () => {
    const tree = createTreeWriter(root);
    tree.write('a/b/one', new TextEncoder().encode('one'));
    tree.write('a/b/two', new TextEncoder().encode('two'));
    expect([read('a/b/one'), read('a/b/two')]).toEqual(['one', 'two']);
    expect(() => tree.write('a/b/one', new Uint8Array())).toThrow(/EEXIST/);
    expect(read('a/b/one')).toBe('one');
    expect(() => tree.link(source, 'a/b/one')).toThrow(/EEXIST/);
  });

  it('links and removes files, and does not fail if a file to remove is missing', () => {
    const tree = createTreeWriter(root);
    tree.link(source, 'a/linked');
    expect(statSync(join(root, 'a/linked')).ino).toBe(statSync(source).ino);
    tree.remove('a/linked');
    tree.remove('a/linked');
    expect([existsSync(join(root, 'a/linked')), existsSync(source)]).toEqual([false, true]);
  });

  it.each(['EXDEV', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK', 'ENOSYS'])(
    'copies a file if the first link fails with %s, and does not try to link again',
    (code) => {
      link.code = code;
      const tree = createTreeWriter(root);
      for (const file of ['a/one', 'a/two']) tree.link(source, file);
      expect([read('a/one'), read('a/two'), link.calls]).toEqual(['text', 'text', 1]);
      expect(statSync(join(root, 'a/one')).ino).not.toBe(statSync(source).ino);
      expect(() => tree.link(source, 'a/one')).toThrow(/EEXIST/);
    },
  );

  it('does not copy if linking fails for a different reason', () => {
    link.code = 'EIO';
    const tree = createTreeWriter(root);
    expect(() => tree.link(source, 'a/one')).toThrow('no link');
    expect(existsSync(join(root, 'a/one'))).toBe(false);
    expect(() => tree.link(join(root, 'missing'), 'a/two')).toThrow('no link');
  });
});
