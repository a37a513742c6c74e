import { chmodSync, closeSync, existsSync, openSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMainThread } from 'node:worker_threads';
import { ConfigError, isMissing, messageOf } from './errors.ts';
import { makeFolder } from './files.ts';

/** Bits of a file that its owner alone may read and write. */
export const PRIVATE_FILE = 0o600;
const PRIVATE_FOLDER = 0o700;
/** Rights of the group and of others. */
const SHARED = 0o077;
/** Of a folder that everybody writes into. */
const STICKY = 0o1000;

/**
 * Makes a folder that its owner alone may enter, whatever the umask, and closes one that others may enter.
 * @throws ConfigError where that is not possible, and for a folder that is everybody's, such as /tmp
 */
export function makePrivateFolder(path: string): void {
  // Those above it have rights of their own: a web server reads the releases beside it.
  makeFolder(dirname(path));
  makeFolder(path, PRIVATE_FOLDER);
  if ((statSync(path).mode & STICKY) !== 0)
    throw new ConfigError(`${path} is everybody's, and data of visitors would be in it. Give a folder of its own.`);
  closeToOthers(path, PRIVATE_FOLDER);
}

/**
 * Makes an empty database file that its owner alone may read, or closes the one that is there with all that SQLite keeps
 * beside it. SQLite gives the files that it adds later the rights of this one. @throws ConfigError
 *
 * A file that is there is not opened: closing it again would end all locks that this process has on it, as POSIX says. Another
 * process would then take the database for closed and remove the write-ahead log that this one goes on writing to.
 */
export function makePrivateDatabase(path: string): void {
  if (!existsSync(path)) makeEmpty(path);
  const names = readdirSync(dirname(path)).filter((name) => name.startsWith(basename(path)));
  for (const name of names) closeToOthers(join(dirname(path), name), PRIVATE_FILE);
}

/** Closes every file of a private folder whose name ends so. @throws ConfigError */
export function closeFiles(folder: string, suffix: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith(suffix));
  for (const name of files) closeToOthers(join(folder, name), PRIVATE_FILE);
}

/**
 * Lets others read what this process makes from now on, whatever umask its service has: nginx or Caddy sends the files of
 * releases. Private files are made by the functions above.
 */
export function letOthersRead(): void {
  if (isMainThread) process.umask(0o022);
}

function makeEmpty(path: string): void {
  try {
    closeSync(openSync(path, 'wx', PRIVATE_FILE));
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(path)) throw error;
  }
}

function closeToOthers(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & SHARED) !== 0) chmodSync(path, mode);
  } catch (cause) {
    // SQLite removes what is beside a database when another process closes it.
    if (isMissing(cause)) return;
    const bits = mode.toString(8);
    throw new ConfigError(
      `Other users of this machine can read ${path}, which holds data of visitors: ${messageOf(cause)}. Run: chmod ${bits} ${path}`,
      { cause },
    );
  }
}
