import type { Book } from '#src/contract/entities/book.ts';
import { bookCard } from '#src/shell/page/book-card.ts';
import type { ShelfModel } from '#src/shell/page/models.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';

const SHELF_BOOKS = 12;
/** Minimum number of books on a shelf. A smaller shelf would mostly repeat books of other shelves. */
const MIN_SHELF_BOOKS = 4;
const MAX_GENRE_SHELVES = 4;
/** The shelf of finished books contains only books that are among this many newest books. */
const NEWEST_BOOKS = 200;

/**
 * The shelves of the home page if editors have created none: new, popular, updated and finished books, and the largest
 * genres.
 */
export function computedShelves(source: Source, site: Site): ShelfModel[] {
  const newest = source.newestBooks(NEWEST_BOOKS);
  if (newest.length === 0) return [];
  const hasMore = newest.length > SHELF_BOOKS;
  const card = (book: (typeof newest)[number]) => bookCard(book, site);
  const shelf = (content: NonNullable<ShelfModel['content']>, books: typeof newest) => ({
    name: '',
    content,
    style: 'row' as const,
    href: null,
    books: books.slice(0, SHELF_BOOKS).map(card),
  });
  const finished = newest.filter(({ status }) => status === 'finished');
  return [
    shelf('new', newest),
    ...(hasMore ? [shelf('popular', popularBooks(source, newest))] : []),
    ...(hasMore ? [shelf('updated', source.updatedBooks(SHELF_BOOKS))] : []),
    ...(finished.length < newest.length ? [shelf('finished', finished)] : []),
    ...(hasMore ? genreShelves(source, site) : []),
  ].filter(({ content, books }) => content === 'new' || books.length >= MIN_SHELF_BOOKS);
}

/**
 * The books that most readers have rated, the only figure about readers in the contract. Candidates are the newest books
 * and the first books of each genre. An upstream that does not count ratings has no such books.
 */
function popularBooks(source: Source, newest: readonly Book[]): Book[] {
  const ofGenres = source.genres().flatMap(({ id }) => source.books({ kind: 'genre', id }, 1, SHELF_BOOKS).items);
  const rated = [...newest, ...ofGenres].filter(({ rating_count: count = 0 }) => count > 0);
  return [...new Map(rated.map((book) => [book.id, book])).values()]
    .toSorted((one, other) => ratingsOf(other) - ratingsOf(one) || one.id - other.id)
    .slice(0, SHELF_BOOKS);
}

const ratingsOf = ({ rating_count: count = 0 }: Book) => count;

function genreShelves(source: Source, site: Site): ShelfModel[] {
  return source
    .genres()
    .map((genre) => ({ genre, list: { kind: 'genre', id: genre.id } as const }))
    .map(({ genre, list }) => ({ genre, list, total: source.total(list) }))
    .toSorted((one, other) => other.total - one.total || one.genre.id - other.genre.id)
    .slice(0, MAX_GENRE_SHELVES)
    .map(({ genre, list }) => ({
      name: genre.name,
      style: 'row' as const,
      href: site.paths.genre(genre),
      books: source.books(list, 1, SHELF_BOOKS).items.map((book) => bookCard(book, site)),
    }));
}
