import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { LecternError, messageOf } from './errors.ts';

/** Thrown if files cannot be written or read for a reason that the operator must fix. The exit code is 1. */
export class StorageError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('STORAGE', message, options);
  }
}

/** The problems, each with its description and what to do about it. */
const PROBLEMS = {
  full: 'The disk is full. Free some space and run this again.',
  readOnly: 'The files are on a disk that is mounted read-only. Mount it for writing, or set another LECTERN_STATE.',
  forbidden: 'This user may not write the files. Run this as their owner, or change the owner with chown.',
  failing: 'The disk failed to read or write. Check the system log and the health of the disk.',
  tooMany: 'Too many files are open. Raise the limit (ulimit -n, LimitNOFILE of systemd) and run this again.',
  damaged:
    'A database is damaged. Restore it from a backup; a catalogue.db can be removed, and the next rebuild recreates it.',
} as const;
type Problem = keyof typeof PROBLEMS;

const BY_SYSTEM_CODE: Readonly<Record<string, Problem>> = {
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
  EROFS: 'readOnly',
  EACCES: 'forbidden',
  EPERM: 'forbidden',
  EIO: 'failing',
  EMFILE: 'tooMany',
  ENFILE: 'tooMany',
};

/** Problems by SQLite's primary result code: PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const BY_SQLITE_CODE: Readonly<Record<number, Problem>> = {
  3: 'forbidden',
  8: 'readOnly',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'forbidden',
  26: 'damaged',
};

/** Matches system calls whose errors are not about a file. */
const NO_FILE = /^(listen|bind|connect|accept|spawn|getaddrinfo|kill|setpriority|uv_)/;

interface SystemError extends Error {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly errcode?: unknown;
}

/**
 * Converts an error caused by a disk, directly or as the `cause` of another error.
 * @returns undefined for all other errors, and for a LecternError, whose message already says what to do
 */
export function storageErrorOf(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error;
  if (!(error instanceof Error) || error instanceof LecternError) return undefined;
  const problem = problemOf(error);
  if (problem === undefined) return storageErrorOf(error.cause);
  const { path } = error as SystemError;
  const where = typeof path === 'string' && !error.message.includes(path) ? `, ${path}` : '';
  const free = problem === 'full' && typeof path === 'string' ? freeSpace(path) : '';
  return new StorageError(`${PROBLEMS[problem]} (${messageOf(error)}${where}${free})`, { cause: error });
}

const MIB = 2 ** 20;

/** Determines why a file or its folder cannot be written. SQLite only reports that it could not open the file. */
function unwritable(path: unknown): Problem | undefined {
  if (typeof path !== 'string') return undefined;
  try {
    accessSync(dirname(path), constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? BY_SYSTEM_CODE[String(error.code)] : undefined;
  }
}

/** Describes the free space on the file's disk; empty if it is unknown. */
function freeSpace(path: string): string {
  const bytes = freeBytes(path);
  return bytes === undefined ? '' : `, ${(bytes / MIB).toFixed(1)} MiB free`;
}

function freeBytes(path: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(path);
    return bavail * bsize;
  } catch {
    return dirname(path) === path ? undefined : freeBytes(dirname(path));
  }
}

/** SQLite extends the shared memory of its write-ahead log by this many bytes at a time. */
const SHARED_MEMORY_BYTES = 32_768;

/**
 * Whether the disk lacks space for SQLite's shared memory. SQLite then reports IOERR instead of FULL
 * (https://sqlite.org/rescode.html#ioerr_shmsize).
 */
const isFull = (path: unknown): boolean =>
  typeof path === 'string' && (freeBytes(path) ?? SHARED_MEMORY_BYTES) < SHARED_MEMORY_BYTES;

/**
 * Runs work that writes or reads a file. Adds the file's path to errors without a path: those from SQLite, and those
 * about an open file.
 * @param path absolute
 */
export function withPath<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && !('path' in error) && ('errcode' in error || 'syscall' in error))
      Object.assign(error, { path });
    throw error;
  }
}

function problemOf({ code, syscall, errcode, path }: SystemError): Problem | undefined {
  if (typeof errcode === 'number') {
    const problem = BY_SQLITE_CODE[errcode & 0xff];
    if (problem === 'failing' && isFull(path)) return 'full';
    return problem && (unwritable(path) ?? problem);
  }
  if (typeof syscall === 'string' && NO_FILE.test(syscall)) return undefined;
  return typeof code === 'string' ? BY_SYSTEM_CODE[code] : undefined;
}

/** Finds a system error code in the output of another program, and returns it as a `StorageError`. */
export function storageErrorIn(output: string): StorageError | undefined {
  const [code] = /\b(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE)(?=:)/.exec(output) ?? [];
  const problem = BY_SYSTEM_CODE[code ?? ''];
  return problem && new StorageError(`${PROBLEMS[problem]} (${code})`);
}
