import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isMissing, messageOf } from '#src/lib/errors.ts';
import { lockFile } from '#src/lib/file-lock.ts';
import { makeFolder, writeAtomic } from '#src/lib/files.ts';
import { isPlainFile, isPlainFolder, NotPlainError, plainTree, readPlain } from '#src/lib/plain-files.ts';
import {
  ChangedObjectError,
  isKey,
  type ListedObject,
  MAX_OBJECT_BYTES,
  type ObjectStore,
  requireKey,
  type StoredObject,
  StoreError,
} from './object-store.ts';

/**
 * Opens a store with objects as files in a folder that several machines share. The folder itself may be a link. Below
 * it, only regular files and folders are read, written and removed.
 */
export function openFolderStore(folder: string): ObjectStore {
  const failed = (cause: unknown, what: string) =>
    cause instanceof StoreError || cause instanceof ChangedObjectError
      ? cause
      : new StoreError(`The release store ${folder} cannot be ${what}: ${messageOf(cause)}`, { cause });
  const get = async (key: string, maxBytes = MAX_OBJECT_BYTES): Promise<StoredObject | undefined> => {
    try {
      const body = await readPlain(folder, requireKey(key), maxBytes);
      return { body, etag: createHash('sha256').update(body).digest('hex') };
    } catch (cause) {
      if (isMissing(cause) && existsSync(folder)) return undefined;
      throw failed(cause, 'read');
    }
  };
  const write = async (key: string, body: Uint8Array, condition: { readonly etag: string | undefined } | undefined) => {
    const file = join(folder, requireKey(key));
    if (existsSync(folder) && key.includes('/')) isPlainFolder(folder, dirname(key));
    if (!condition) return writeAtomic(file, body);
    makeFolder(dirname(file));
    isPlainFile(folder, `${key}.lock`);
    // For this lock to work across machines, the shared file system must support locks.
    const lock = lockFile(`${file}.lock`, 'exclusive');
    if (!lock) throw new ChangedObjectError(key);
    try {
      if ((await get(key))?.etag !== condition.etag) throw new ChangedObjectError(key);
      await writeAtomic(file, body);
    } finally {
      lock.close();
    }
  };
  return {
    address: folder,
    get,
    async getUnless(key, etag) {
      const object = await get(key);
      return object && object.etag === etag ? 'unchanged' : object;
    },
    async put(key, body, condition) {
      try {
        await write(key, body, condition);
      } catch (cause) {
        throw cause instanceof NotPlainError ? failed(cause, 'written') : cause;
      }
    },
    async *list(prefix) {
      try {
        yield* listFiles(folder, prefix);
      } catch (cause) {
        throw failed(cause, 'listed');
      }
    },
    async check(prefix) {
      try {
        for await (const _ of listFiles(folder, prefix));
      } catch (cause) {
        throw failed(cause, 'listed');
      }
    },
    async remove(keys) {
      try {
        for (const key of keys) if (isPlainFile(folder, requireKey(key))) await unlink(join(folder, key));
      } catch (cause) {
        if (!isMissing(cause)) throw failed(cause, 'changed');
      }
    },
    close: () => {},
  };
}

async function* listFiles(root: string, prefix: string): AsyncIterable<ListedObject> {
  const start = requireKey(prefix.replace(/\/$/, ''));
  if (!existsSync(root) || !isPlainFolder(root, start)) return;
  for (const { path, stat } of plainTree(root, start))
    if (stat.isFile() && isKey(path) && !/\.(part|lock)$/.test(path)) yield { key: path, written: stat.mtime };
}
