import { readFile, rm } from 'node:fs/promises';
import { LecternError, messageOf } from '#src/lib/errors.ts';
import { storageErrorOf } from '#src/lib/storage-error.ts';
import { type ImportedBook, readEpub } from '../epub/index.ts';
import { type GivenFields, isManuscript, readManuscript } from '../manuscript/index.ts';
import type { NewBook, StoreWriter } from '../store/records.ts';
import { toNewBook } from './new-book.ts';

/** What became of one file. */
export interface ImportReport {
  readonly file: string;
  readonly status: 'added' | 'updated' | 'unchanged' | 'refused';
  readonly bookId: number | null;
  readonly title: string | null;
  readonly author: string | null;
  /** Numbered chapters. */
  readonly chapters: number;
  /** Readable matter outside the numbering. */
  readonly sections: number;
  /** Why a file was refused: what happened and what to do. */
  readonly reason: string | null;
}

export interface ImportOptions {
  readonly writer: StoreWriter;
  /** Folder of covers and pictures. */
  readonly media: string;
  readonly section?: number | undefined;
  /** Of the stored book that the file is a new version of. */
  readonly key?: string | undefined;
  /** Fields of a text that has none of its own. */
  readonly given?: GivenFields | undefined;
  /** The brands that offer the books (records.ts). */
  readonly brands?: NewBook['brands'] | undefined;
  readonly now: () => Date;
  /** Hears how far the file under way is, above 0 to 1. */
  onProgress?(file: string, share: number): void;
}

/**
 * Brings files in, one after another; a refused one does not keep the others out.
 * @throws StorageError where the store cannot be written, which is no fault of the file
 */
export async function* importFiles(files: readonly string[], options: ImportOptions): AsyncIterable<ImportReport> {
  for (const file of files) {
    yield await importFile(file, options).catch((error: unknown) => {
      const storage = storageErrorOf(error);
      if (storage) throw storage;
      return refusal(file, messageOf(error));
    });
  }
}

/** A book of a file of any kind that is read. */
export async function readBook(
  file: string,
  given?: GivenFields,
  onProgress?: (share: number) => void,
): Promise<ImportedBook> {
  const bytes = await contentOf(file);
  return isManuscript(file) ? readManuscript(bytes, file, given) : readEpub(bytes, {}, onProgress);
}

/** Of the time that a book with pictures takes, the part before its pictures. */
const READING_SHARE = 0.3;

async function importFile(file: string, options: ImportOptions): Promise<ImportReport> {
  const { writer, media, section, key, brands, now, onProgress } = options;
  const book = await readBook(file, options.given, (share) => onProgress?.(file, share * READING_SHARE));
  const onPicture = (share: number) => onProgress?.(file, READING_SHARE + share * (1 - READING_SHARE));
  const stored: string[] = [];
  const onStored = (path: string) => void stored.push(path);
  const put = async () => {
    const record = await toNewBook(book, { media, section, key, now: now().toISOString(), onPicture, onStored });
    const offered = brands === undefined ? record : { ...record, brands };
    return { record, ...(await writer.transaction(() => writer.putBook(offered))) };
  };
  const { record, id, status } = await put().catch(async (error: unknown) => {
    // Nothing shows these pictures, and on a full disk their room is needed.
    await Promise.all(stored.map((path) => rm(path, { force: true })));
    throw error;
  });
  const numbered = book.chapters.filter((chapter) => chapter.kind === 'chapter').length;
  const counts = { chapters: numbered, sections: book.chapters.length - numbered };
  return { file, status, bookId: id, title: record.title, author: record.author.name, ...counts, reason: null };
}

const READ_ERRORS: Readonly<Record<string, string>> = {
  ENOENT: 'There is no such file. Check the name and the folder.',
  EISDIR: 'This is a folder. Name the files in it, or watch it: npm run import -- --watch FOLDER.',
  EACCES: 'This file may not be read. Check its permissions.',
};

async function contentOf(file: string): Promise<Uint8Array> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    const reason = READ_ERRORS[error.code ?? ''];
    throw reason === undefined ? error : new LecternError('FILE', reason, { cause: error });
  });
}

const refusal = (file: string, reason: string): ImportReport => ({
  file,
  status: 'refused',
  bookId: null,
  title: null,
  author: null,
  chapters: 0,
  sections: 0,
  reason,
});
