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
};

/** By SQLite's primary result code: PERM, READONLY, IOERR, FULL, CANTOPEN. */
const BY_SQLITE_CODE: Readonly<Record<number, Problem>> = {
  3: 'forbidden',
  8: 'readOnly',
  10: 'failing',
  13: 'full',
  14: 'forbidden',
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
  return new StorageError(`${PROBLEMS[problem]} (${messageOf(error)}${where})`, { cause: error });
}

function problemOf({ code, syscall, errcode }: SystemError): Problem | undefined {
  if (typeof errcode === 'number') return BY_SQLITE_CODE[errcode & 0xff];
  if (typeof syscall === 'string' && NO_FILE.test(syscall)) return undefined;
  return typeof code === 'string' ? BY_SYSTEM_CODE[code] : undefined;
}

/** The same for what another program wrote before it ended. */
export function storageErrorIn(output: string): StorageError | undefined {
  const [code] = /\b(ENOSPC|EDQUOT|EFBIG|EROFS|EACCES|EPERM|EIO)(?=:)/.exec(output) ?? [];
  const problem = BY_SYSTEM_CODE[code ?? ''];
  return problem && new StorageError(`${PROBLEMS[problem]} (${code})`);
}
