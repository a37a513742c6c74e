import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isMissing } from '#src/lib/errors.ts';

const run = promisify(execFile);

/**
 * Flushes a whole tree to disk with one `sync` of its file system, because an fsync per file would take longer than
 * writing thousands of files. Without coreutils, flushes only the manifest and release.json.
 */
export async function flushToDisk(folder: string): Promise<void> {
  try {
    await run('sync', ['-f', folder]);
  } catch (error) {
    if (!isMissing(error)) throw error;
    for (const name of ['manifest.db', 'release.json'].filter((file) => existsSync(join(folder, file))))
      await flushFile(join(folder, name));
  }
}

/** Calls fsync for a file or a folder. */
export async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
