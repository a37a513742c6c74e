import type { Book, Reference } from '#src/contract/entities/book.ts';
import type { Banner, CategoryEntry, Genre, Keyword, RankingType, Shelf, Tag } from '#src/contract/entities/listing.ts';
import type { AnyCall, Data, Params, Result } from '#src/contract/index.ts';
import type { Page } from '#src/contract/paging.ts';
import type { PrerenderedBooks } from './book-data.ts';

/** One list of books. */
export type BookList =
  | { readonly kind: 'genre'; readonly id: number }
  | { readonly kind: 'tag'; readonly id: number }
  | { readonly kind: 'category'; readonly name: string; readonly sub: string | null }
  | { readonly kind: 'letter'; readonly letter: string }
  | { readonly kind: 'keyword'; readonly id: number }
  | { readonly kind: 'section'; readonly id: number }
  | { readonly kind: 'ranking'; readonly type: string; readonly id: number };

/**
 * One consistent moment of a section's content, read by the views of prerendered pages. The snapshot implements
 * over the local snapshot; reads are synchronous because the snapshot is on this machine.
 */
export interface Source {
  /** Whether visitors can sign in at the upstream. */
  accounts(): boolean;
  /** Whether the upstream takes applications of translators. */
  translators(): boolean;
  banners(): Banner[];
  /** Shelves of the home page with their first books. */
  shelves(): Shelf[];
  genres(): Genre[];
  /** All tags by name. */
  tags(): Tag[];
  /** Keywords that have books, by name; of several with one address only the lowest id. */
  keywords(page: number, pageSize: number): Page<Keyword>;
  /** The keyword whose address has this name (`keywordSlug` of paths.ts); of several the lowest id. */
  keyword(slug: string): Keyword | undefined;
  categories(): CategoryEntry[];
  rankings(): RankingType[];
  /** Letters of `LETTERS` that have books, in that order. */
  letters(): string[];
  /** Shelves that have a full list behind them. */
  sections(): Reference[];
  books(list: BookList, page: number, pageSize: number): Page<Book>;
  /** Books of a list: 0 for an unknown one. */
  total(list: BookList): number;
  /** Changes with every book of this page of the list, with their order and with the list's total. */
  version(list: BookList, page: number, pageSize: number): string;
  /** Changes with every book of the list and with their order. */
  listVersion(list: BookList): string;
  /** Id of the list's first book; 0 where it has none. */
  firstBookId(list: BookList): number;
  /** Whether the upstream can filter and order lists of this kind. */
  canFilter(kind: BookList['kind']): boolean;
  /** Books with pages of their own in the release. */
  readonly prerendered: PrerenderedBooks;
}

/** The upstream in one locale and for one visitor, read by the views of pages rendered on request. */
export interface Upstream {
  call<C extends AnyCall>(call: C, params: Params<C>): Promise<Result<Data<C>>>;
  /** The upstream is known not to have this optional call. */
  lacks(call: AnyCall): boolean;
}
