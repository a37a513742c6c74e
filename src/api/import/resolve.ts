import { LecternError } from '#src/lib/errors.ts';
import type { Store } from '../store/index.ts';
import { EDITION, type ResemblingBook, resemblingBooks, type SoughtBook } from '../store/reads/resembling-books.ts';
import { isKeyTaken, isStoredVersion, storedKey } from '../store/reads/stored-keys.ts';
import { UNKNOWN_AUTHOR } from './new-book.ts';
import type { Resemblance, Resolution } from './plan/types.ts';

/** Thrown for a book that resembles stored ones until the operator decides what it is. */
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

/** The stored books that a book resembles, for a preview. */
export const resemblances = async (store: Pick<Store, 'catalogue'>, sought: SoughtBook): Promise<Resemblance[]> =>
  (await resemblingBooks(store.catalogue, sought)).map(withoutKey);

interface ResolveOptions {
  readonly resolution?: Resolution | undefined;
  /** Whether a book with the same key is stored as a new version without asking the operator. */
  readonly updatesOwn: boolean;
  /** Fingerprint of the book's text; an unchanged book needs no resolution. */
  readonly fingerprint?: string | undefined;
  /** Books that the same command has added. The operator named them as separate books, so equal first lines are intended. */
  readonly added?: ReadonlySet<number> | undefined;
}

/**
 * Decides under which key a book is stored.
 * @throws ResemblesError if it resembles a stored book and there is no resolution
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
 * Whether only the title identifies a book: its file names neither an author nor an identifier. Different books may have
 * the same title, such as "Notes".
 */
const hasTitleKey = ({ key, author }: SoughtBook) => author === UNKNOWN_AUTHOR && /^text:[0-9a-f]{32}$/.test(key);

const MAX_EDITIONS = 1000;

/**
 * Returns the book's own key or, if that is in use, the key of its next edition. The key of a book that was taken down
 * is returned unchanged, so that the store rejects it.
 */
async function freeKey(catalogue: Store['catalogue'], key: string): Promise<string> {
  if (!(await isKeyTaken(catalogue, key))) return key;
  for (let number = 2; number <= MAX_EDITIONS; number += 1)
    if (!(await isKeyTaken(catalogue, `${key}${EDITION}${number}`))) return `${key}${EDITION}${number}`;
  throw new LecternError('RESOLUTION', `There are already ${MAX_EDITIONS} editions of this book.`);
}
