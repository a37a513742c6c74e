import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ConfigError, isMissing, messageOf } from './errors.ts';
import { makeFolder } from './files.ts';

/** Mode of a file that only its owner may read and write. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** Permission bits for group and others. */
const SHARED = 0o077;
/** Sticky bit, which marks a folder that everyone may write to. */
const STICKY = 0o1000;

/**
 * Creates a folder that only its owner may enter, regardless of the umask, or removes other users' access to an
 * existing one.
 * @throws ConfigError if this is not possible, and for a shared folder such as /tmp
 */
export function makePrivateFolder(path: string): void {
  // The parent folders get default permissions, because a web server must be able to read the releases in them.
  makeFolder(dirname(path));
  makeFolder(path, PRIVATE_FOLDER);
  if ((statSync(path).mode & STICKY) !== 0)
    throw new ConfigError(`${path} is shared by all users, but would contain visitors' data. Use a separate folder.`);
  closeToOthers(path, PRIVATE_FOLDER);
}

/**
 * Creates an empty database file that only its owner may read, or makes an existing one private, together with SQLite's
 * side files. Side files that SQLite adds later get the permissions of the database.
 *
 * An existing file is not opened, because closing it would release all locks that this process has on it (POSIX).
 * Another process would then consider the database closed and remove the write-ahead log to which this process is still
 * writing.
 * @throws ConfigError
 */
export function makePrivateDatabase(path: string): void {
  if (!existsSync(path)) makeEmpty(path);
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  for (const name of names) closeToOthers(join(dirname(path), name), PRIVATE_FILE);
}

/**
 * Makes all files with this suffix in a private folder private.
 * @throws ConfigError
 */
export function closeFiles(folder: string, suffix: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith(suffix));
  for (const name of files) closeToOthers(join(folder, name), PRIVATE_FILE);
}

/**
 * Lets other users read the new files of this process, regardless of the umask of its service, because nginx or Caddy
 * reads the files of releases. The functions above still create private files.
 */
export function letOthersRead(): void {
  if (isMainThread) process.umask(0o022);
}

function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (error) {
    // Another process may have created the file in the meantime.
    if (!existsSync(path)) throw error;
  }
}

function closeToOthers(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & SHARED) !== 0) chmodSync(path, mode);
  } catch (cause) {
    // SQLite removes side files when another process closes the database, so a missing file is no error.
    if (isMissing(cause)) return;
    const bits = mode.toString(8);
    throw new ConfigError(
      `Other users of this machine can read ${path}, which contains visitors' data: ${messageOf(cause)}. Run: chmod ${bits} ${path}`,
      { cause },
    );
  }
}
