import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError, messageOf } from './errors.ts';

/**
 * Writes a temporary file, flushes it and renames it, so that readers see either the old file or the new one.
 * @param mode permissions of the file, regardless of the umask; default: the usual ones for new files
 */
export async function writeAtomic(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.part`;
  makeWithParents(dirname(path));
  try {
    const file = await open(temporary, 'wx', mode);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/**
 * Creates a folder and its parents. Does not use Node's option `recursive`, which reports a read-only disk as a missing
 * folder.
 */
function makeWithParents(path: string, mode?: number): void {
  if (isFolder(path)) return;
  makeWithParents(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have created the folder in the meantime.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Creates a state folder and its parents.
 * @param mode permissions of new folders; default: the usual ones for new folders
 * @throws ConfigError if the folder cannot be created
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    makeWithParents(path, mode);
  } catch (cause) {
    const problem = `The folder ${path} cannot be created: ${messageOf(cause)}.`;
    throw new ConfigError(`${problem} Set LECTERN_STATE to a writable folder.`, { cause });
  }
}
