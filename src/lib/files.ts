import { randomBytes } from 'node:crypto';
import { mkdirSync, statSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigError, messageOf } from './errors.ts';

/**
 * Writes a temporary file, flushes and renames it: a reader sees the old file or the new one, never a part.
 * @param mode rights of the file, whatever the umask; by default those of any new file
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

/** Without Node's own `recursive`, which says of a read-only disk that the folder is missing. */
function makeWithParents(path: string, mode?: number): void {
  if (isFolder(path)) return;
  makeWithParents(dirname(path), mode);
  try {
    mkdirSync(path, mode);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/**
 * Makes a folder of the state and its parents.
 * @param mode rights of the folders that are made; by default those of any new folder
 * @throws ConfigError where that is not possible
 */
export function makeFolder(path: string, mode?: number): void {
  try {
    makeWithParents(path, mode);
  } catch (cause) {
    const problem = `The folder ${path} cannot be made: ${messageOf(cause)}.`;
    throw new ConfigError(`${problem} Give LECTERN_STATE a folder that can be written.`, { cause });
  }
}
