import type * as v from 'valibot';
import { LecternError } from '#src/lib/errors.ts';
import type { Database } from '../database.ts';
import { openCatalogue, type Store } from '../open.ts';
import type { StoreWriter } from '../records.ts';
import { putBook, removeBook } from './books.ts';
import { putWholeBrands } from './brands.ts';
import { BANNER, BOOK, check, GENRE, HELP_EVENT, KEYWORD, RANKING, SHELF } from './check.ts';
import { putBanner, putHelpEvent, putRanking, putShelf } from './editorial.ts';
import { putGenre } from './genres.ts';
import { putKeyword } from './names.ts';
import { removeOrphans } from './orphans.ts';
import { createTransaction, type Transaction } from './transaction.ts';

export interface WriterOptions {
  /** Dates the rows that bring no date of their own; default: the present. */
  readonly now?: () => Date;
}

/**
 * Writes content. A transaction opens a connection of its own, waits for another writer to finish, and commits when its
 * work returns; any number may follow each other.
 * @throws LecternError STORE_TRANSACTION where a call comes outside a transaction or a transaction inside another,
 * STORE_REFUSED where a value could not be shown under the contract, STORE_BOOK_UNKNOWN where a list names a book that
 * is not there
 */
export function createWriter(store: Store, options: WriterOptions = {}): StoreWriter {
  const now = options.now ?? (() => new Date());
  let current: Transaction | undefined;
  const transaction = () => current ?? fail('Nothing is written outside a transaction: call transaction() around it.');
  const put = <T, R>(schema: v.GenericSchema, value: T, name: string, write: (open: Transaction, value: T) => R): R => {
    const open = transaction();
    check(schema, value, name);
    return write(open, value);
  };
  return {
    transaction(work) {
      if (current) fail('A transaction is open already: it ends with its work.');
      return inConnection(store, (database) => {
        const open = createTransaction(database, now);
        current = open;
        try {
          const result = work();
          removeOrphans(open);
          open.saveSequence();
          return result;
        } finally {
          current = undefined;
        }
      });
    },
    putBook: (book) => put(BOOK, book, book.key, putBook),
    putGenre: (genre) => put(GENRE, genre, genre.name, putGenre),
    putKeyword: (section, name) => put(KEYWORD, { section, name }, name, putKeyword),
    putRanking: (ranking) => put(RANKING, ranking, ranking.name, putRanking),
    putShelf: (shelf) => put(SHELF, shelf, shelf.name, putShelf),
    putBanner: (banner) => put(BANNER, banner, banner.title, putBanner),
    putHelpEvent: (event) => put(HELP_EVENT, event, `help for ${event.book}`, putHelpEvent),
    putWholeBrands: (brands) => putWholeBrands(transaction(), brands),
    removeBook: (key) => removeBook(transaction(), key),
  };
}

/** Readers of the store see nothing of a connection of its own before it is committed. */
function inConnection<T>(store: Store, work: (database: Database) => T): T {
  const database = openCatalogue(store.folder);
  try {
    return database.transaction(() => work(database));
  } finally {
    database.close();
  }
}

function fail(message: string): never {
  throw new LecternError('STORE_TRANSACTION', message);
}
