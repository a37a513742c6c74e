import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing, LecternError } from './errors.ts';

/**
 * Reads below a folder without following links; only the folder itself may be a link. Use this for every folder that
 * others may have written to: backups, release stores, inboxes, the state folder, downloaded code.
 */

/** Thrown if an entry below a folder is neither a regular file nor a folder, or a path leads out of the folder. */
export class NotPlainError extends LecternError {
  readonly path: string;

  constructor(path: string, what: string) {
    super(
      'NOT_PLAIN',
      `${path} ${what}. Only regular files and folders are read here; links are not followed. Remove it, or replace it with a copy of the file.`,
    );
    this.path = path;
  }
}

const MAX_PATH_BYTES = 4096;
const MAX_NAME_BYTES = 255;

/**
 * The segments of a relative path.
 * @throws NotPlainError if the path could lead out of its folder or is not valid
 */
export function plainNames(path: string): readonly string[] {
  const names = path.split('/');
  const isPlain = (name: string) =>
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[\\\p{Cc}]/u.test(name) &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES;
  if (names.every(isPlain) && Buffer.byteLength(path) <= MAX_PATH_BYTES) return names;
  throw new NotPlainError(JSON.stringify(path.slice(0, MAX_NAME_BYTES)), 'is not a path of plain names');
}

/** Describes the kind of an entry, for messages; undefined for a regular file or a folder. */
export function strangeKind(stat: Pick<Stats, 'isFile' | 'isDirectory' | 'isSymbolicLink' | 'isFIFO' | 'isSocket'>) {
  if (stat.isFile() || stat.isDirectory()) return undefined;
  if (stat.isSymbolicLink()) return 'is a symbolic link';
  if (stat.isFIFO()) return 'is a named pipe (FIFO)';
  return stat.isSocket() ? 'is a socket' : 'is a device';
}

/**
 * Checks each component of a path below `root`, which may itself be a link.
 * @returns the stats of the last component; undefined if the path does not exist
 * @throws NotPlainError if a component is a link or not a folder, or if the last one is neither a file nor a folder
 */
export function plainStat(root: string, path: string): Stats | undefined {
  let at = root;
  let stat: Stats | undefined;
  for (const name of plainNames(path)) {
    if (stat && !stat.isDirectory()) throw new NotPlainError(at, 'is not a folder');
    at = join(at, name);
    stat = lstatSync(at, { throwIfNoEntry: false });
    if (!stat) return undefined;
    const strange = strangeKind(stat);
    if (strange !== undefined) throw new NotPlainError(at, strange);
  }
  return stat;
}

/**
 * @returns whether the file exists
 * @throws NotPlainError if the path exists but is not a regular file
 */
export function isPlainFile(root: string, path: string): boolean {
  const stat = plainStat(root, path);
  if (stat?.isDirectory()) throw new NotPlainError(join(root, path), 'is a folder and not a file');
  return stat !== undefined;
}

/**
 * @returns whether the folder exists
 * @throws NotPlainError if the path exists but is not a folder
 */
export function isPlainFolder(root: string, path: string): boolean {
  const stat = plainStat(root, path);
  if (stat && !stat.isDirectory()) throw new NotPlainError(join(root, path), 'is a file and not a folder');
  return stat !== undefined;
}

/** Flags for opening a file. Without O_NONBLOCK, opening a FIFO would block until another process writes to it. */
const OPEN = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/**
 * Opens a regular file below `root` for reading.
 * @returns the descriptor, which the caller must close
 * @throws NotPlainError, or a system error such as ENOENT
 */
export function openPlainSync(root: string, path: string): number {
  plainNames(path);
  const file = join(root, path);
  let descriptor: number;
  try {
    descriptor = openSync(file, OPEN);
  } catch (error) {
    throw refusedOpen(error, root, path);
  }
  try {
    requireFile(fstatSync(descriptor), file);
    const real = realOf(() => readlinkSync(`${DESCRIPTORS}${descriptor}`));
    if (!isSamePath(real, join(realpathSync(root), path))) requireUnmoved(root, path, fstatSync(descriptor));
    return descriptor;
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
}

/** @param maxBytes maximum size; a larger file is refused */
export function readPlainSync(root: string, path: string, maxBytes = Number.POSITIVE_INFINITY): Buffer {
  const descriptor = openPlainSync(root, path);
  try {
    requireSize(fstatSync(descriptor), join(root, path), maxBytes);
    return readFileSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** Like `openPlainSync`, but asynchronous. */
export async function openPlain(root: string, path: string): Promise<FileHandle> {
  plainNames(path);
  const file = join(root, path);
  const handle = await open(file, OPEN).catch((error: unknown) => {
    throw refusedOpen(error, root, path);
  });
  try {
    const stat = await handle.stat();
    requireFile(stat, file);
    const real = await readlink(`${DESCRIPTORS}${handle.fd}`).catch(() => undefined);
    if (!isSamePath(real, join(await realpath(root), path))) requireUnmoved(root, path, stat);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/** Like `readPlainSync`, but asynchronous. @param check throws if the opened file must not be read */
export async function readPlain(
  root: string,
  path: string,
  maxBytes = Number.POSITIVE_INFINITY,
  check?: (stat: Stats) => void,
): Promise<Buffer> {
  const handle = await openPlain(root, path);
  try {
    const stat = await handle.stat();
    check?.(stat);
    requireSize(stat, join(root, path), maxBytes);
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

/**
 * Folder in which Linux lists the real paths of open descriptors. They reveal whether a parent folder was replaced by a
 * link.
 */
const DESCRIPTORS = '/proc/self/fd/';

function realOf(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/**
 * Whether two paths are the same. Linux appends ` (deleted)` to the path of a file that was removed after it was
 * opened.
 */
const isSamePath = (real: string | undefined, expected: string) =>
  real === expected || real === `${expected} (deleted)`;

/**
 * Checks that the path still leads to the opened file. Called if there is no /proc, or if a folder was renamed in the
 * meantime.
 */
function requireUnmoved(root: string, path: string, opened: Stats): void {
  const stat = plainStat(root, path);
  if (stat?.ino !== opened.ino || stat.dev !== opened.dev)
    throw new NotPlainError(join(root, path), 'was replaced while it was read');
}

function refusedOpen(error: unknown, root: string, path: string): unknown {
  if (isMissing(error)) return error;
  try {
    plainStat(root, path);
  } catch (reason) {
    return reason;
  }
  return error;
}

function requireFile(stat: Stats, file: string): void {
  if (stat.isFile()) return;
  throw new NotPlainError(file, strangeKind(stat) ?? 'is a folder and not a file');
}

function requireSize({ size }: Stats, file: string, maxBytes: number): void {
  if (size > maxBytes) throw new NotPlainError(file, `has ${size} bytes; the limit is ${maxBytes}`);
}

export interface PlainEntry {
  /** Path relative to the walked folder. */
  readonly path: string;
  readonly stat: Stats;
  /** The kind of the entry, for messages; undefined for a regular file or a folder. */
  readonly strange: string | undefined;
}

/** Returns true for entries to skip together with everything below them, such as links that Lectern itself creates. */
export type LeavesOut = (entry: PlainEntry) => boolean;

/**
 * Yields everything below a folder, sorted by name, each folder before its contents. Links are reported, not followed.
 */
export function* walkPlain(root: string, path = '', leavesOut: LeavesOut = () => false): Generator<PlainEntry> {
  if (path !== '' && !isPlainFolder(root, path)) return;
  for (const name of readdirSync(join(root, path)).sort()) {
    const below = path === '' ? name : `${path}/${name}`;
    const stat = lstatSync(join(root, below), { throwIfNoEntry: false });
    if (!stat) continue;
    const entry = { path: below, stat, strange: strangeKind(stat) };
    if (leavesOut(entry)) continue;
    yield entry;
    if (stat.isDirectory()) yield* walkPlain(root, below, leavesOut);
  }
}

/**
 * Yields the files and folders below a folder.
 * @throws NotPlainError for the first entry that is neither
 */
export function* plainTree(root: string, path = '', leavesOut?: LeavesOut): Generator<PlainEntry> {
  for (const entry of walkPlain(root, path, leavesOut)) {
    if (entry.strange !== undefined) throw new NotPlainError(join(root, entry.path), entry.strange);
    yield entry;
  }
}

/** The names of the subfolders; empty if the folder is missing. */
export function plainFolderNames(root: string, path = ''): string[] {
  if (path !== '' && !isPlainFolder(root, path)) return [];
  const entries = readdirSync(join(root, path), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
}
