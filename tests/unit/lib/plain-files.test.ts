import { execFileSync } from 'node:child_process';
import {
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { copyPlainTree } from '#src/lib/copy-plain.ts';
import {
  isPlainFile,
  isPlainFolder,
  NotPlainError,
  plainNames,
  plainStat,
  plainTree,
  readPlain,
  readPlainSync,
  walkPlain,
} from '#src/lib/plain-files.ts';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-plain-'));
  root = join(folder, 'root');
  mkdirSync(join(root, 'a/b'), { recursive: true });
  writeFileSync(join(root, 'a/b/file'), 'text');
  mkdirSync(join(folder, 'outside'));
  writeFileSync(join(folder, 'outside/file'), 'canary');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const reads = (path: string, from = root) => [
  () => Promise.resolve(readPlainSync(from, path).toString()),
  async () => (await readPlain(from, path)).toString(),
];

describe('readPlain', () => {
  it('reads a regular file, even if the base folder itself is a link', async () => {
    symlinkSync(root, join(folder, 'linked'));
    for (const from of [root, join(folder, 'linked')])
      for (const read of reads('a/b/file', from)) expect(await read()).toBe('text');
  });

  it.each(['a/b/file', 'a/b', 'a'])('rejects a path in which %s is a link', async (path) => {
    rmSync(join(root, path), { recursive: true });
    symlinkSync(join(folder, 'outside'), join(root, path));
    for (const read of reads(path === 'a' ? 'a/file' : path === 'a/b' ? 'a/b/file' : path))
      await expect(async () => await read()).rejects.toThrow(/is a symbolic link|is a folder/);
  });

  it('rejects a link even if it points to a file in the same folder or to nothing', async () => {
    symlinkSync('file', join(root, 'a/b/same'));
    symlinkSync('nothing', join(root, 'a/b/nowhere'));
    for (const name of ['same', 'nowhere'])
      for (const read of reads(`a/b/${name}`))
        await expect(async () => await read()).rejects.toThrow('is a symbolic link');
  });

  it('rejects a FIFO without blocking, and rejects a folder and a device', async () => {
    execFileSync('mkfifo', [join(root, 'fifo')]);
    for (const read of [...reads('fifo'), ...reads('a'), ...reads('null', '/dev')])
      await expect(async () => await read()).rejects.toThrow(NotPlainError);
  });

  it('rejects a file above the size limit', async () => {
    expect(() => readPlainSync(root, 'a/b/file', 3)).toThrow('has 4 bytes; the limit is 3');
    await expect(readPlain(root, 'a/b/file', 3)).rejects.toThrow('the limit is 3');
  });

  it('throws the system error if the file does not exist', async () => {
    for (const read of reads('a/none')) await expect(async () => await read()).rejects.toThrow('ENOENT');
  });

  it('never reads a file outside the folder, whatever the path', () => {
    const part = fc.constantFrom('..', '.', '', 'a', 'b', 'file', 'outside', '/', '\\', '\0', '\n', 'x'.repeat(256));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        try {
          expect(readPlainSync(root, parts.join('/')).toString()).toBe('text');
        } catch (error) {
          expect(String(error)).toMatch(/NotPlainError|ENOENT|ENOTDIR/);
        }
      }),
    );
  });
});

describe('a relative path below a folder', () => {
  it.each([
    '..',
    'a/../b',
    '/a',
    'a//b',
    './a',
    'a/',
    '',
    'a\\b',
    'a\0b',
    'a\nb',
    'x'.repeat(256),
    `${'a/'.repeat(2048)}b`,
  ])('must not be %j', (path) => expect(() => plainNames(path)).toThrow('is not a path of plain names'));

  it('may consist of any valid file names', () => {
    expect(plainNames('a/…/ß é/.hidden')).toEqual(['a', '…', 'ß é', '.hidden']);
  });
});

describe('the checks of a path below a folder', () => {
  it('distinguish files, folders and missing entries', () => {
    expect([isPlainFile(root, 'a/b/file'), isPlainFile(root, 'none/file'), isPlainFolder(root, 'a/b')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(plainStat(root, 'a/b/none')).toBeUndefined();
    expect(() => isPlainFile(root, 'a')).toThrow('is a folder and not a file');
    expect(() => isPlainFolder(root, 'a/b/file')).toThrow('is a file and not a folder');
    expect(() => plainStat(root, 'a/b/file/x')).toThrow('is not a folder');
  });
});

describe('the functions that walk and copy a folder tree', () => {
  it('report links, and do not follow them', () => {
    symlinkSync(join(folder, 'outside'), join(root, 'a/link'));
    const entries = [...walkPlain(root)].map(({ path, strange }) => [path, strange]);
    expect(entries).toEqual([
      ['a', undefined],
      ['a/b', undefined],
      ['a/b/file', undefined],
      ['a/link', 'is a symbolic link'],
    ]);
    expect(() => [...plainTree(root)]).toThrow(`${join(root, 'a/link')} is a symbolic link`);
  });

  it('copy times and permissions, and leave out skipped entries', () => {
    symlinkSync('b', join(root, 'a/own'));
    utimesSync(join(root, 'a/b/file'), 1000, 1000);
    utimesSync(join(root, 'a/b'), 2000, 2000);
    copyPlainTree(root, join(folder, 'copy'), ({ path }) => path === 'a/own');
    expect(readFileSync(join(folder, 'copy/a/b/file'), 'utf8')).toBe('text');
    expect(statSync(join(folder, 'copy/a/b/file')).mtimeMs).toBe(1_000_000);
    expect(statSync(join(folder, 'copy/a/b')).mtimeMs).toBe(2_000_000);
  });

  it('copy nothing if the tree contains a link, and never follow links', () => {
    symlinkSync(join(folder, 'outside/file'), join(root, 'z'));
    expect(() => copyPlainTree(root, join(folder, 'copy'))).toThrow('is a symbolic link');
    expect(statSync(join(folder, 'copy'), { throwIfNoEntry: false })).toBeUndefined();
    rmSync(join(root, 'z'));
    renameSync(join(folder, 'outside/file'), join(folder, 'canary'));
    mkdirSync(join(folder, 'copy/a/b'), { recursive: true });
    linkSync(join(folder, 'canary'), join(folder, 'copy/a/b/file'));
    expect(() => copyPlainTree(root, join(folder, 'copy'))).toThrow('EEXIST');
    expect(readFileSync(join(folder, 'canary'), 'utf8')).toBe('canary');
  });
});
