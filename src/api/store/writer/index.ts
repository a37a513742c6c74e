import type * as v from 'valibot';
import { LecternError } from '#src/lib/errors.ts';
import type { Database } from '../database.ts';
import { openCatalogue, type Store } from '../open.ts';
import type { StoreWriter } from '../records.ts';
import { putBook, removeBook } from './books.ts';
import { BANNER, BOOK, check, GENRE, HELP_EVENT, KEYWORD, RANKING, SHELF } from './check.ts';
import { putBanner, putHelpEvent, putRanking, putShelf } from './editorial.ts';
import { putGenre } from './genres.ts';
import { putKeyword } from './names.ts';
import { removeOrphans } from './orphans.ts';
import { createSession, type Session } from './session.ts';

export interface WriterOptions {
  /** Dates the rows that bring no date of their own; default: the present. */
  readonly now?: () => Date;
}

/**
 * Writes content. `begin` opens a connection of its own and waits for another writer to finish, `end` commits and
 * closes it; any number of rounds may follow each other.
 * @throws LecternError STORE_ROUND where a call comes outside begin and end, STORE_REFUSED where a value could not be
 * shown under the contract, STORE_BOOK_UNKNOWN where a list names a book that is not there
 */
export function createWriter(store: Store, options: WriterOptions = {}): StoreWriter {
  const now = options.now ?? (() => new Date());
  let round: Round | undefined;
  const session = () => (round ?? fail('Nothing has been begun: call begin first.')).session;
  const put = <T, R>(schema: v.GenericSchema, value: T, name: string, store: (session: Session, value: T) => R): R => {
    const open = session();
    check(schema, value, name);
    return store(open, value);
  };
  const close = (last: string, flush: boolean) => {
    const { database, session: open } = round ?? fail('Nothing has been begun: call begin first.');
    round = undefined;
    try {
      if (flush) {
        removeOrphans(open);
        open.finish();
      }
      database.exec(last);
    } finally {
      database.close();
    }
  };
  return {
    begin() {
      if (round) fail('A round is open already: call end or abort first.');
      round = openRound(store, now);
    },
    end: () => close('COMMIT', true),
    abort: () => close('ROLLBACK', false),
    putBook: (book) => put(BOOK, book, book.key, putBook),
    putGenre: (genre) => put(GENRE, genre, genre.name, putGenre),
    putKeyword: (section, name) => put(KEYWORD, { section, name }, name, putKeyword),
    putRanking: (ranking) => put(RANKING, ranking, ranking.name, putRanking),
    putShelf: (shelf) => put(SHELF, shelf, shelf.name, putShelf),
    putBanner: (banner) => put(BANNER, banner, banner.title, putBanner),
    putHelpEvent: (event) => put(HELP_EVENT, event, `help for ${event.book}`, putHelpEvent),
    removeBook: (key) => removeBook(session(), key),
  };
}

interface Round {
  readonly database: Database;
  readonly session: Session;
}

function openRound(store: Store, now: () => Date): Round {
  const database = openCatalogue(store.folder);
  try {
    database.exec('BEGIN IMMEDIATE');
    return { database, session: createSession(database, now) };
  } catch (error) {
    database.close();
    throw error;
  }
}

function fail(message: string): never {
  throw new LecternError('STORE_ROUND', message);
}
