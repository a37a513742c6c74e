import type * as v from 'valibot';
import { LecternError } from '#src/lib/errors.ts';
import { systemUser } from '#src/lib/system-user.ts';
import type { Store } from '../open.ts';
import type { NewBook, Publication, StoreWriter } from '../records.ts';
import { type AuditedRecord, audited, noteChange } from './audit.ts';
import {
  auditedAuthor,
  auditedBanner,
  auditedBook,
  auditedGenre,
  auditedHelpEvent,
  auditedKeyword,
  auditedRanking,
  auditedShelf,
  auditedWholeBrands,
} from './audited-records.ts';
import { setIntroduction } from './authors.ts';
import { purge, purgeExpired } from './bin.ts';
import { deleteBook } from './bin-book.ts';
import { putBook } from './books.ts';
import { addBrandSettings, auditedSettings, putBrandSettings } from './brand-settings.ts';
import { putWholeBrands } from './brands.ts';
import { BANNER, BOOK, check, GENRE, HELP_EVENT, KEYWORD, PUBLICATION, RANKING, SHELF } from './check.ts';
import { editBook } from './edit-book.ts';
import { editChapters } from './edit-chapters.ts';
import { putBanner, putHelpEvent, putRanking, putShelf } from './editorial.ts';
import { eraseTexts, everyChapterOf } from './erase-texts.ts';
import { putGenre } from './genres.ts';
import { putKeyword } from './names.ts';
import { removeOrphans } from './orphans.ts';
import { publishBook, publishChapter } from './publish.ts';
import { editRecord, removeRecord } from './records-by-id.ts';
import { mergeNames, renameName } from './rename.ts';
import { restoreDeleted } from './restore.ts';
import { storeBookRevisions } from './revisions.ts';
import { allowBook, auditedTakedown, takeDownBook } from './takedown.ts';
import { createTransaction, type Transaction } from './transaction.ts';

export interface WriterOptions {
  /** Date of rows without their own date; default: the current time. */
  readonly now?: () => Date;
  /** Author of the changes for the audit log; default: the user account that runs the process. */
  readonly who?: string;
  /** The command that writes, for the audit log; default: `api`. */
  readonly command?: string;
  /** How the changes are made, for revisions; default: the command. */
  readonly how?: string;
}

/**
 * Creates the writer, the only way to change content. Changes appear in the change feed and the audit log (audit.ts). A
 * transaction waits for other writers and commits when its work is done.
 * @throws LecternError STORE_TRANSACTION for calls outside a transaction or nested transactions, STORE_REFUSED for values that
 * violate the contract, STORE_BOOK_UNKNOWN if a list refers to an unknown book
 */
export function createWriter(store: Store, options: WriterOptions = {}): StoreWriter {
  const now = options.now ?? (() => new Date());
  const { command = 'api' } = options;
  const author = { who: options.who ?? systemUser(), command, how: options.how ?? command };
  let current: Transaction | undefined;
  const transaction = () => current ?? fail('Writes need a transaction: wrap the call in transaction().');
  const put = async <T, R>(
    kind: Kind<T>,
    value: T,
    name: string,
    write: (open: Transaction, value: T) => Promise<R>,
  ): Promise<R> => {
    const open = transaction();
    const stored = check(kind.schema, value, name) as T;
    return audited(open, kind.record(stored), () => write(open, stored));
  };
  return {
    async transaction(work) {
      if (current) fail('Transactions cannot be nested.');
      return store.catalogue.transaction(async (database) => {
        const open = await createTransaction(database, now, author);
        current = open;
        try {
          const result = await work();
          await removeOrphans(open);
          await storeBookRevisions(open);
          await purgeExpired(open);
          await open.saveSequence();
          return result;
        } finally {
          current = undefined;
        }
      });
    },
    putBook: (book) => put(KINDS.book, book, book.key, putBook),
    putGenre: (genre) => put(KINDS.genre, genre, genre.name, putGenre),
    putKeyword: (section, name) => put(KINDS.keyword, { section, name }, name, putKeyword),
    putRanking: (ranking) => put(KINDS.ranking, ranking, ranking.name, putRanking),
    putShelf: (shelf) => put(KINDS.shelf, shelf, shelf.name, putShelf),
    putBanner: (banner) => put(KINDS.banner, banner, banner.title, putBanner),
    putHelpEvent: (event) => put(KINDS.helpEvent, event, `help for ${event.book}`, putHelpEvent),
    async edit(kind, id, record) {
      const open = transaction();
      const stored = check(KINDS[kind].schema, record, kind) as typeof record;
      await editRecord(open, [kind, id, stored], () => PUTS[kind](open, stored as never));
    },
    remove: (kind, id) => removeRecord(transaction(), kind, id),
    rename: (kind, id, name) => renameName(transaction(), kind, id, name),
    editAuthor: (id, introduction) =>
      audited(transaction(), auditedAuthor(id), () => setIntroduction(transaction(), id, introduction)),
    merge: (kind, from, into) => mergeNames(transaction(), kind, from, into),
    putWholeBrands: (brands) => audited(transaction(), auditedWholeBrands, () => putWholeBrands(transaction(), brands)),
    async putBrandSettings(brand, fields, pictures) {
      const open = transaction();
      await addBrandSettings(open, brand);
      await audited(open, auditedSettings(brand), () => putBrandSettings(open, brand, fields, pictures));
    },
    editBook: (key, changes) => audited(transaction(), auditedBook(key), () => editBook(transaction(), key, changes)),
    publishBook: (key, publication) =>
      publish(transaction(), key, publication, (open, stored) => publishBook(open, key, stored)),
    publishChapter: (key, chapter, publication) =>
      publish(transaction(), key, publication, (open, stored) => publishChapter(open, key, chapter, stored)),
    editChapters: (key, change, moved) =>
      audited(transaction(), auditedBook(key), () => editChapters(transaction(), key, change, moved)),
    note: ({ kind, before, after }) => noteChange(transaction(), kind, before, after),
    async takeDownBook(key, reason) {
      const open = transaction();
      const chapters = await everyChapterOf(open, key);
      const isRemoved = await audited(open, auditedTakedown(key), () =>
        audited(open, auditedBook(key), () => takeDownBook(open, key, reason)),
      );
      await eraseTexts(open, key, chapters);
      return isRemoved;
    },
    allowBook: (key) => audited(transaction(), auditedTakedown(key), () => allowBook(transaction(), key)),
    removeBook: (key) => audited(transaction(), auditedBook(key), () => deleteBook(transaction(), key)),
    restoreDeleted: (id, name) => restoreDeleted(transaction(), id, name),
    purgeDeleted: (id) => purge(transaction(), id),
  };
}

async function publish(
  open: Transaction,
  key: string,
  publication: Publication,
  write: (open: Transaction, publication: Publication) => Promise<boolean>,
): Promise<boolean> {
  const stored = check(PUBLICATION, publication, key);
  return audited(open, auditedBook(key), () => write(open, stored));
}

/** The schema and the audited record of a kind of records. */
interface Kind<T> {
  readonly schema: v.GenericSchema;
  record(value: T): AuditedRecord;
}

const KINDS = {
  book: { schema: BOOK, record: ({ key }: NewBook) => auditedBook(key) },
  genre: { schema: GENRE, record: auditedGenre },
  keyword: { schema: KEYWORD, record: auditedKeyword },
  ranking: { schema: RANKING, record: auditedRanking },
  shelf: { schema: SHELF, record: auditedShelf },
  banner: { schema: BANNER, record: auditedBanner },
  helpEvent: { schema: HELP_EVENT, record: auditedHelpEvent },
};

const PUTS = {
  genre: putGenre,
  keyword: putKeyword,
  ranking: putRanking,
  shelf: putShelf,
  banner: putBanner,
  helpEvent: putHelpEvent,
};

function fail(message: string): never {
  throw new LecternError('STORE_TRANSACTION', message);
}
