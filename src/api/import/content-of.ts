import { lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { LecternError } from '#src/lib/errors.ts';
import { openPlain } from '#src/lib/plain-files.ts';
import { isExportName } from '../collection/index.ts';
import { DEFAULT_LIMITS, mib } from '../epub/limits.ts';
import { isManuscript } from '../manuscript/index.ts';

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'The file does not exist. Check its name and folder.',
  EISDIR: 'This is a folder. Name the files in it, or watch it: npm run import -- --watch FOLDER.',
  EACCES: 'Permission denied. Check the permissions of the file.',
};

/**
 * Reads a file. Its parent folders may be symbolic links, but the file itself must not be one.
 * @param isInbox whether the file is in a watched folder, in which files with several hard links are rejected
 * @throws LecternError if the file is not a regular file or is too large
 */
export async function contentOf(file: string, isInbox = false): Promise<Uint8Array> {
  try {
    if ((await lstat(file)).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    const opened = await openPlain(dirname(file), basename(file));
    try {
      const stat = await opened.stat();
      if (isInbox) requireSingleLink(stat);
      checkSize(stat.size, file);
      return await opened.readFile();
    } finally {
      await opened.close();
    }
  } catch (error) {
    const reason = READ_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new LecternError('FILE', reason, { cause: error });
  }
}

/** Throws if a file in a watched folder may be a hard link to a file elsewhere. */
export function requireSingleLink({ nlink }: { readonly nlink: number }): void {
  if (nlink > 1) throw new LecternError('FILE', 'It is a hard link to a file elsewhere. Put a copy there instead.');
}

/** Throws if a file is too large. Called before reading it, because it may be larger than the available memory. */
function checkSize(bytes: number, file: string): void {
  const isText = isManuscript(file);
  const max = isText ? DEFAULT_LIMITS.documentBytes : DEFAULT_LIMITS.fileBytes;
  if (bytes <= max) return;
  const advice = isText
    ? 'Divide it.'
    : isExportName(file)
      ? 'Export it in several files.'
      : 'Make its pictures smaller.';
  throw new LecternError('FILE', `It is ${mib(bytes)}; the limit is ${mib(max)}. ${advice}`);
}
