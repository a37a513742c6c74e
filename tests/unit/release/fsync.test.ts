import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushFile, flushToDisk } from '#src/release/fsync.ts';

let folder: string;
const path = process.env['PATH'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-fsync-'));
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true, force: true });
});

/** Puts a program of its own in the place of sync(1). */
function useSync(script: string | undefined): void {
  const file = join(folder, 'sync');
  if (script !== undefined) {
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  process.env['PATH'] = folder;
}

describe('flushing a tree to the disk', () => {
  it('syncs the file system that it is on, once', async () => {
    useSync(`echo "$@" >> '${folder}/calls'`);
    await flushToDisk(folder);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(`-f ${folder}\n`);
  });

  it('fails where the disk cannot take it', async () => {
    useSync('exit 1');
    await expect(flushToDisk(folder)).rejects.toThrow(/sync -f/);
  });

  it('flushes manifest and release.json where there is no such program, as far as they are there', async () => {
    useSync(undefined);
    await flushToDisk(folder);
    writeFileSync(join(folder, 'release.json'), '{}');
    await flushToDisk(folder);
    await expect(flushFile(join(folder, 'manifest.db'))).rejects.toThrow(/ENOENT/);
    await flushFile(folder);
  });
});
