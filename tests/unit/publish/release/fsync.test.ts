import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { flushFile, flushToDisk } from '#src/publish/release/fsync.ts';

let folder: string;
const path = process.env['PATH'];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-fsync-'));
});
afterEach(() => {
  process.env['PATH'] = path;
  rmSync(folder, { recursive: true, force: true });
});

/** Replaces sync(1) with a script. */
function useSync(script: string | undefined): void {
  const file = join(folder, 'sync');
  if (script !== undefined) {
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
  }
  process.env['PATH'] = folder;
}

describe('flushToDisk', () => {
  it('syncs the file system once', async () => {
    useSync(`echo "$@" >> '${folder}/calls'`);
    await flushToDisk(folder);
    expect(readFileSync(join(folder, 'calls'), 'utf8')).toBe(`-f ${folder}\n`);
  });

  it('fails if the disk cannot store the files', async () => {
    useSync('exit 1');
    await expect(flushToDisk(folder)).rejects.toThrow(/sync -f/);
  });

  it('flushes the manifest and release.json if the sync program is missing', async () => {
    useSync(undefined);
    await flushToDisk(folder);
    writeFileSync(join(folder, 'release.json'), '{}');
    await flushToDisk(folder);
    await expect(flushFile(join(folder, 'manifest.db'))).rejects.toThrow(/ENOENT/);
    await flushFile(folder);
  });
});
