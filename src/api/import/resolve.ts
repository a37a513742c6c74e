import { LecternError } from '#src/lib/errors.ts';
import type { Store } from '../store/index.ts';
import { EDITION, type ResemblingBook, resemblingBooks, type SoughtBook } from '../store/reads/resembling-books.ts';
import { isKeyTaken, isStoredVersion, storedKey } from '../store/reads/stored-keys.ts';
import { UNKNOWN_AUTHOR } from './new-book.ts';
import type { Resemblance, Resolution } from './plan/types.ts';

/** Thrown if a book resembles stored books and the operator has not decided what to do. */
export class ResemblesError extends LecternError {
  readonly resembles: readonly Resemblance[];

  constructor(resembles: readonly ResemblingBook[]) {
    super('RESEMBLES', messageOf(resembles));
    this.resembles = resembles.map(withoutKey);
  }
}

function messageOf(resembles: readonly ResemblingBook[]): string {
  const [first] = resembles;
  const id = first?.bookId;
  const names = resembles.map(({ bookId, title, author, why }) => `book ${bookId} "${title}" by ${author} (${why})`);
  return `It resembles ${names.join(', ')}. To replace it with this version, use --book ${id}; to add another edition, --edition-of ${id}; to add a different book, --different.`;
}

const withoutKey = ({ key: _, hasSameText: __, ...rest }: ResemblingBook): Resemblance => rest;

/** Returns the stored books that a book resembles, for a preview. */
export const resemblances = async (store: Pick<Store, 'catalogue'>, sought: SoughtBook): Promise<Resemblance[]> =>
  (await resemblingBooks(store.catalogue, sought)).map(withoutKey);

interface ResolveOptions {
  readonly resolution?: Resolution | undefined;
  /** Whether a stored book with the same key is updated without a decision by the operator. */
  readonly updatesOwn: boolean;
  /** Fingerprint of the book, because an unchanged book needs no resolution. */
  readonly fingerprint?: string | undefined;
  /**
   * Ids of books that the same command has added. The operator named their files separately, so equal first lines are
   * fine.
   */
  readonly added?: ReadonlySet<number> | undefined;
}

/**
 * Returns the key with which a book is stored.
 * @throws ResemblesError if the book resembles a stored book and there is no resolution
 * @throws LecternError if the resolution names a book that does not exist
 */
export async function keyFor(
  { catalogue }: Pick<Store, 'catalogue'>,
  sought: SoughtBook,
  { resolution, updatesOwn, fingerprint, added }: ResolveOptions,
): Promise<string> {
  if (resolution && resolution.as !== 'differentBook') {
    const key = await storedKey(catalogue, resolution.bookId);
    if (key === undefined)
      throw new LecternError('RESOLUTION', `Book ${resolution.bookId} does not exist. Choose another book.`);
    if (resolution.as === 'newVersion') return key;
  }
  if (resolution) return freeKey(catalogue, sought.key);
  const all = await resemblingBooks(catalogue, sought);
  const resembles = all.filter(({ by, bookId }) => by !== 'text' || !added?.has(bookId));
  const own = resembles.filter(({ by }) => by === 'key');
  const [first] = own;
  if (updatesOwn && own.length === 1 && first?.key === sought.key) {
    const isSure = !hasTitleKey(sought) || (first.hasSameText && !added?.has(first.bookId));
    if (isSure || (await isStoredVersion(catalogue, sought.key, fingerprint ?? ''))) return sought.key;
  }
  if (resembles.length > 0) throw new ResemblesError(resembles);
  return sought.key;
}

/**
 * Whether a book's key depends only on its title, because the file has neither an author nor an identifier. Different
 * books may then have the same key, such as for the title "Notes".
 */
const hasTitleKey = ({ key, author }: SoughtBook) => author === UNKNOWN_AUTHOR && /^text:[0-9a-f]{32}$/.test(key);

const MAX_EDITIONS = 1000;

/**
 * Returns `key`, or if it is in use, the key of the next edition. The key of a book that was taken down is returned
 * unchanged, so that the store rejects the book.
 */
async function freeKey(catalogue: Store['catalogue'], key: string): Promise<string> {
  if (!(await isKeyTaken(catalogue, key))) return key;
  for (let number = 2; number <= MAX_EDITIONS; number += 1)
    if (!(await isKeyTaken(catalogue, `${key}${EDITION}${number}`))) return `${key}${EDITION}${number}`;
  throw new LecternError('RESOLUTION', `There are already ${MAX_EDITIONS} editions of this book.`);
}
