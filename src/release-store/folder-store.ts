import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isMissing, messageOf } from '#src/lib/errors.ts';
import { lockFile } from '#src/lib/file-lock.ts';
import { makeFolder, writeAtomic } from '#src/lib/files.ts';
import {
  ChangedObjectError,
  type ListedObject,
  type ObjectStore,
  type StoredObject,
  StoreError,
} from './object-store.ts';

/** Objects as files below a folder that several machines share. */
export function openFolderStore(folder: string): ObjectStore {
  const get = async (key: string): Promise<StoredObject | undefined> => {
    try {
      const body = await readFile(join(folder, key));
      return { body, etag: createHash('sha256').update(body).digest('hex') };
    } catch (cause) {
      if (isMissing(cause) && existsSync(folder)) return undefined;
      throw new StoreError(`The release store ${folder} cannot be read: ${messageOf(cause)}`, { cause });
    }
  };
  return {
    address: folder,
    get,
    async getUnless(key, etag) {
      const found = await get(key);
      return found && found.etag === etag ? 'unchanged' : found;
    },
    async put(key, body, condition) {
      const file = join(folder, key);
      if (!condition) return writeAtomic(file, body);
      makeFolder(dirname(file));
      // Between machines it holds where their shared file system has locks.
      const lock = lockFile(`${file}.lock`, 'exclusive');
      if (!lock) throw new ChangedObjectError(key);
      try {
        if ((await get(key))?.etag !== condition.etag) throw new ChangedObjectError(key);
        await writeAtomic(file, body);
      } finally {
        lock.close();
      }
    },
    list: (prefix) => listFiles(folder, join(folder, prefix)),
    async remove(keys) {
      for (const key of keys) await rm(join(folder, key), { force: true });
    },
    close: () => {},
  };
}

async function* listFiles(root: string, folder: string): AsyncIterable<ListedObject> {
  if (!existsSync(folder)) return;
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || /\.(part|lock)$/.test(entry.name)) continue;
    const file = join(entry.parentPath, entry.name);
    yield { key: relative(root, file), written: (await stat(file)).mtime };
  }
}
