import type { Book, BookReference, Reference } from '#src/contract/entities/book.ts';
import type { Banner, CategoryEntry, Genre, Keyword, RankingType, Shelf, Tag } from '#src/contract/entities/listing.ts';
import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import type { Locale } from '#src/contract/locales.ts';
import type { Page } from '#src/contract/paging.ts';
import type { PrerenderedBooks } from './book-data.ts';

/** Identifies a list of books. */
export type BookList =
  | { readonly kind: 'genre'; readonly id: number }
  | { readonly kind: 'tag'; readonly id: number }
  | { readonly kind: 'category'; readonly name: string; readonly sub: string | null }
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'keyword'; readonly id: number }
  | { readonly kind: 'section'; readonly id: number }
  | { readonly kind: 'ranking'; readonly type: string; readonly id: number };

/**
 * The content of one section (one language) at one point in time. The views of prerendered pages read it.
 * src/publish/snapshot implements it. Reads are synchronous, because the snapshot is a file on this machine.
 */
export interface Source {
  /** Whether visitors can sign in at the upstream. */
  accounts(): boolean;
  /** Whether the upstream accepts applications by translators. */
  translators(): boolean;
  /** Whether the upstream accepts reports by readers. */
  reports(): boolean;
  banners(): Banner[];
  /** The shelves of the home page, with their first books. */
  shelves(): Shelf[];
  /** The shelves of the home page that are computed from readers; none for a brand without living lists. */
  livingShelves(): LivingShelf[];
  genres(): Genre[];
  /** All tags, ordered by name. */
  tags(): Tag[];
  /**
   * Keywords that have books, ordered by name. If several keywords share a slug, only the keyword with the lowest id is
   * included.
   */
  keywords(page: number, pageSize: number): Page<Keyword>;
  /** The keyword with this slug (`keywordSlug`). If several keywords share the slug, the keyword with the lowest id. */
  keyword(slug: string): Keyword | undefined;
  categories(): CategoryEntry[];
  rankings(): RankingType[];
  /** First letters of titles that have books, in the order of `LETTERS`. */
  letters(): string[];
  /** The shelves of the home page that have a page with all their books. */
  sections(): Reference[];
  books(list: BookList, page: number, pageSize: number): Page<Book>;
  /** Number of books of a list; 0 for an unknown list. */
  total(list: BookList): number;
  /** A text that changes whenever the page's books, their order or the list's total change. */
  version(list: BookList, page: number, pageSize: number): string;
  /** A text that changes whenever the list's books or their order change. */
  listVersion(list: BookList): string;
  /** Id of the list's first book; 0 for an empty list. */
  firstBookId(list: BookList): number;
  /** Whether the upstream can filter and order lists of this kind. */
  canFilter(kind: BookList['kind']): boolean;
  /** All books, ordered by id, with author and time of the last update. */
  bookDates(): Iterable<DatedBook>;
  /** The books with the highest ids, highest first. */
  newestBooks(count: number): Book[];
  /** The most recently updated books, newest first. */
  updatedBooks(count: number): Book[];
  /**
   * The chapters of all books, in order. If the upstream does not list them, only the chapters of prerendered books.
   */
  chapterDates(): Iterable<{ readonly bookId: number; readonly id: number } & Dated>;
  /** Books whose pages are prerendered. */
  readonly prerendered: PrerenderedBooks;
}

/** A shelf that is computed from readers: books whose readers have grown the most, or that have the most of the week. */
export interface LivingShelf {
  readonly list: 'trending' | 'week';
  readonly books: readonly Book[];
}

/** The data needed for a book's address, author and canonical owner, with the time of its last change. */
export interface DatedBook extends BookReference, Pick<Book, 'brands' | 'author'>, Dated {
  /** When the book was last updated, in milliseconds since 1970. */
  readonly updated: number;
}

interface Dated {
  /** Day of the last change, YYYY-MM-DD in UTC. */
  readonly day: string;
}

/** The upstream for one locale and one visitor. The views of pages rendered on request read it. */
export interface Upstream {
  /** Calls the upstream's API. @param content locale whose content is requested; by default the page's locale */
  call<C extends AnyCall>(call: C, params: Params<C>, content?: Locale): Promise<Result<Data<C>>>;
  /** Whether it is known that the upstream does not implement this optional call. */
  lacks(call: AnyCall): boolean;
}
