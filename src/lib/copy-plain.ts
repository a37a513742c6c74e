import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { type LeavesOut, NotPlainError, openPlainSync, type PlainEntry, plainTree } from './plain-files.ts';

const RIGHTS = 0o777;

/**
 * Copies the regular files and folders below a folder, with permissions and times. Checks all entries first, so that
 * nothing is copied from a rejected tree.
 * @param from the source folder, which may itself be a link
 * @throws NotPlainError for the first entry that is neither a file nor a folder
 */
export function copyPlainTree(from: string, to: string, leavesOut?: LeavesOut): void {
  for (const _ of plainTree(from, '', leavesOut));
  mkdirSync(to, { recursive: true });
  const folders: PlainEntry[] = [];
  for (const entry of plainTree(from, '', leavesOut)) {
    if (entry.stat.isDirectory()) {
      mkdirSync(join(to, entry.path));
      folders.push(entry);
    } else copyPlainFile(from, entry, join(to, entry.path));
  }
  // Sets the times of children before those of their parents, because writing into a folder changes its times.
  for (const { path, stat } of folders.reverse()) {
    chmodSync(join(to, path), stat.mode & RIGHTS);
    utimesSync(join(to, path), stat.atime, stat.mtime);
  }
}

/**
 * Copies one file that was already checked.
 * @throws NotPlainError if the file was replaced in the meantime
 */
export function copyPlainFile(root: string, { path, stat }: Pick<PlainEntry, 'path' | 'stat'>, target: string): void {
  const source = openPlainSync(root, path);
  try {
    const { ino, dev } = fstatSync(source);
    if (ino !== stat.ino || dev !== stat.dev)
      throw new NotPlainError(join(root, path), 'was replaced while it was copied');
    copyOpened(source, target);
    utimesSync(target, stat.atime, stat.mtime);
  } finally {
    closeSync(source);
  }
}

/** Copies from the path of the open descriptor, so that file systems with copy-on-write can share the bytes. */
function copyOpened(source: number, target: string): void {
  const named = `/proc/self/fd/${source}`;
  if (existsSync(named)) copyFileSync(named, target, constants.COPYFILE_FICLONE | constants.COPYFILE_EXCL);
  else copyBytes(source, target);
}

const CHUNK_BYTES = 2 ** 20;

function copyBytes(source: number, target: string): void {
  const output = openSync(target, 'wx', fstatSync(source).mode & RIGHTS);
  try {
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk))
      writeSync(output, chunk, 0, read);
  } finally {
    closeSync(output);
  }
}
