import { lstat, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { isDocument, isManuscript } from '../manuscript/index.ts';

interface WatchOptions {
  readonly signal: AbortSignal;
  /** Time between two scans. */
  readonly everyMs?: number;
}

const SCAN_INTERVAL_MS = 2000;

/**
 * Yields each file of a folder that can be imported, and yields it again after it changes. Compares sizes and dates,
 * which works on any file system. Yields a file only after two scans find it unchanged, so that a file is not read
 * while it is being copied.
 */
export async function* watchFolder(
  folder: string,
  { signal, everyMs = SCAN_INTERVAL_MS }: WatchOptions,
): AsyncGenerator<string> {
  const handled = new Map<string, string>();
  let previous = new Map<string, string>();
  while (!signal.aborted) {
    const now = await scan(folder);
    for (const [file, version] of now) {
      if (previous.get(file) !== version || handled.get(file) === version) continue;
      handled.set(file, version);
      yield file;
    }
    for (const file of handled.keys()) if (!now.has(file)) handled.delete(file);
    previous = now;
    await wait(everyMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Returns the size and date of each file, in the order of the names. */
async function scan(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter(isImportable).toSorted();
  const versions = await Promise.all(names.map((name) => versionOf(join(folder, name))));
  return new Map(versions.flatMap((version, index) => (version ? [[join(folder, names[index] ?? ''), version]] : [])));
}

const isImportable = (name: string) =>
  !name.startsWith('.') && (extname(name).toLowerCase() === '.epub' || isManuscript(name) || isDocument(name));

/**
 * Returns the size and date of a file; undefined for a folder, and for a file that was deleted meanwhile. Symbolic
 * links and FIFOs are not ignored, because the import rejects them with the reason.
 */
async function versionOf(file: string): Promise<string | undefined> {
  const stats = await lstat(file).catch(() => undefined);
  return stats && !stats.isDirectory() ? `${stats.size} ${stats.mtimeMs} ${stats.ino}` : undefined;
}
