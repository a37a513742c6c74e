import { accessSync, constants, statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { LecternError, messageOf } from './errors.ts';

/** Files cannot be written or read, for a reason that the operator has to end: exit code 1. */
export class StorageError extends LecternError {
  constructor(message: string, options: { cause?: unknown } = {}) {
    super('STORAGE', message, options);
  }
}

/** What is the matter, and what to do. */
const PROBLEMS = {
  full: 'The disk is full. Make room on it and run this again.',
  readOnly: 'The files are on a disk that is mounted read-only. Mount it for writing, or give another LECTERN_STATE.',
  forbidden: 'This user may not write the files. Run this as the user they belong to, or give them to it by chown.',
  failing: 'The disk failed to read or write. Look into the log of the system, and into the health of the disk.',
  tooMany: 'Too many files are open. Raise the limit (ulimit -n, LimitNOFILE of systemd) and run this again.',
  damaged:
    'A database is damaged. Restore it from a backup; a catalogue.db can be removed, and the next rebuild makes it anew.',
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

/** By SQLite's primary result code: PERM, READONLY, IOERR, CORRUPT, FULL, CANTOPEN, NOTADB. */
const BY_SQLITE_CODE: Readonly<Record<number, Problem>> = {
  3: 'forbidden',
  8: 'readOnly',
  10: 'failing',
  11: 'damaged',
  13: 'full',
  14: 'forbidden',
  26: 'damaged',
};

/** Calls of the system that are about no file. */
const NO_FILE = /^(listen|bind|connect|accept|spawn|getaddrinfo|kill|setpriority|uv_)/;

interface SystemError extends Error {
  readonly code?: unknown;
  readonly syscall?: unknown;
  readonly path?: unknown;
  readonly errcode?: unknown;
}

/**
 * The error of a full, failing or closed disk that `error` is, or that led to it; undefined for any other. What we throw on
 * purpose says itself what to do.
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

/** Why a file or its folder cannot be written: SQLite says only that it could not be opened. */
function unwritable(path: unknown): Problem | undefined {
  if (typeof path !== 'string') return undefined;
  try {
    accessSync(dirname(path), constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? BY_SYSTEM_CODE[String(error.code)] : undefined;
  }
}

/** How much room is left where the file is, or was to be; nothing where that cannot be told. */
function freeSpace(path: string): string {
  try {
    const { bavail, bsize } = statfsSync(path);
    return `, ${((bavail * bsize) / MIB).toFixed(1)} MiB free`;
  } catch {
    return dirname(path) === path ? '' : freeSpace(dirname(path));
  }
}

/**
 * Does what writes or reads a file. A system's error about an open file, and SQLite's, do not name it: they get its path.
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
    return problem && (unwritable(path) ?? problem);
  }
  if (typeof syscall === 'string' && NO_FILE.test(syscall)) return undefined;
  return typeof code === 'string' ? BY_SYSTEM_CODE[code] : undefined;
}

/** The same for what another program wrote before it ended. */
export function storageErrorIn(output: string): StorageError | undefined {
  const [code] = /\b(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO|EMFILE|ENFILE)(?=:)/.exec(output) ?? [];
  const problem = BY_SYSTEM_CODE[code ?? ''];
  return problem && new StorageError(`${PROBLEMS[problem]} (${code})`);
}
