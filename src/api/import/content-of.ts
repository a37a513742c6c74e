import { open } from 'node:fs/promises';
import { LecternError } from '#src/lib/errors.ts';
import { DEFAULT_LIMITS, mib } from '../epub/limits.ts';
import { isManuscript } from '../manuscript/index.ts';

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file. Check the name and the folder.',
  EISDIR: 'This is a folder. Name the files in it, or watch it: npm run import -- --watch FOLDER.',
  EACCES: 'This file may not be read. Check its permissions.',
};

/** The bytes of a file that is not too large to be imported. @throws LecternError */
export async function contentOf(file: string): Promise<Uint8Array> {
  try {
    const opened = await open(file);
    try {
      checkSize((await opened.stat()).size, file);
      return await opened.readFile();
    } finally {
      await opened.close();
    }
  } catch (error) {
    const reason = READ_ERRORS[(error as NodeJS.ErrnoException).code ?? ''];
    throw reason === undefined ? error : new LecternError('FILE', reason, { cause: error });
  }
}

/** Before it is read: a file may be larger than the memory. */
function checkSize(bytes: number, file: string): void {
  const isText = isManuscript(file);
  const most = isText ? DEFAULT_LIMITS.documentBytes : DEFAULT_LIMITS.fileBytes;
  if (bytes <= most) return;
  const advice = isText ? 'Divide it.' : 'Make its pictures smaller.';
  throw new LecternError('FILE', `It has ${mib(bytes)}; at most ${mib(most)} are read. ${advice}`);
}
