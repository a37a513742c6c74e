import type { Book } from '#src/contract/entities/book.ts';
import { type AnyCall, API_ERRORS, type ApiErrorCode, bookSimilar } from '#src/contract/index.ts';
import type { Page } from '#src/contract/paging.ts';
import { RELATED_LISTS } from '#src/features/book/views/related-books.ts';
import type { UpstreamClient } from '#src/publish/snapshot/index.ts';

type Params = Readonly<Record<string, unknown>>;
type Failure = ApiErrorCode | 'CLIENT_TOO_LARGE' | 'CLIENT_CONTRACT';
/**
 * The data or error that each call returns, by name of the call. The upstream lacks all optional calls that are not in
 * the table.
 */
export type Table = Readonly<Record<string, (params: Params) => object | Failure>>;

export interface TableUpstream extends UpstreamClient {
  readonly seen: { readonly name: string; readonly params: Params }[];
}

/** An in-memory upstream. Required calls that are not in the table return empty data. */
export function tableUpstream(table: Table): TableUpstream {
  const seen: { name: string; params: Params }[] = [];
  const lacks = (call: AnyCall) => !call.required && !(call.name in table);
  return {
    seen,
    lacks,
    async probe() {},
    async call(call, params) {
      seen.push({ name: call.name, params });
      const answer: object | Failure = lacks(call) ? 'CALL_ABSENT' : (table[call.name]?.(params) ?? call.empty);
      if (typeof answer === 'object') return { success: 1, data: answer, errors: [], status: 200 };
      return {
        success: 0,
        data: call.empty,
        errors: [{ code: answer, message: `${call.name}: ${answer}` }],
        status: answer === 'CLIENT_TOO_LARGE' || answer === 'CLIENT_CONTRACT' ? 200 : API_ERRORS[answer],
      };
    },
  };
}

/** Returns these books from each call that returns a list of related books for the page of a novel. */
export const relatedTable = (books: readonly Book[]): Table =>
  Object.fromEntries(
    RELATED_LISTS.map(({ call }) => [
      call.name,
      (params: Params) => {
        if (call === bookSimilar)
          return {
            items: String(params['ids'])
              .split(',')
              .map((id) => ({ id: Number(id), books: books.slice(0, 12) })),
          };
        const page = pageOf(books, params);
        return 'books' in call.empty ? { ...call.empty, books: page } : page;
      },
    ]),
  );

export function pageOf<T>(
  items: readonly T[],
  { page = 1, page_size = 20 }: { page?: number; page_size?: number },
): Page<T> {
  return { items: items.slice((page - 1) * page_size, page * page_size), page, page_size, total: items.length };
}

/** Returns a book in the contract's format. */
export function bookNumbered(id: number, change: Partial<Book> = {}): Book {
  return {
    id,
    title: `Book ${id}`,
    author: { id: 1, name: 'Somebody' },
    cover: null,
    status: 'finished' as const,
    introduction: '',
    category: { name: 'Romance', sub_name: null },
    genres: [1],
    tags: [{ id: 1, name: 'slow' }],
    keywords: [1],
    words: 10,
    chapters: 1,
    rating: null,
    hot: 0,
    language: 'en',
    updated_at: '2026-01-01T00:00:00Z',
    ...change,
  };
}

export const tagNumbered = (id: number, name: string) => ({
  id,
  name,
  genre_id: null,
  updated_at: '2026-01-01T00:00:00Z',
});
export const keywordNumbered = (id: number, name: string) => ({ id, name, updated_at: '2026-01-01T00:00:00Z' });
