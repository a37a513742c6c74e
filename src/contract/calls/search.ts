import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { Author, Keyword, Tag } from '../entities/listing.ts';
import { bookFilters, emptyPage, paged, pageParams } from '../paging.ts';

/** The kinds of results. A response has a group for each kind. */
export const SEARCH_GROUPS = ['books', 'authors', 'tags', 'keywords'] as const;
export type SearchGroupKind = (typeof SEARCH_GROUPS)[number];

export const searchMulti = defineCall('search.multi', {
  method: 'POST',
  required: true,
  purpose:
    'Searches books, authors, tags and keywords. `page` applies to `group`; the other groups return their first entries.',
  pages: ['search', 'searchMore', 'novel', 'genre', 'tag', 'keyword'],
  idempotent: true,
  params: v.object({
    keyword: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    group: v.optional(v.picklist(SEARCH_GROUPS), 'books'),
    ...pageParams,
    ...bookFilters,
    order: v.optional(v.picklist(['relevance', 'hot', 'new', 'updated', 'rating', 'title']), 'relevance'),
  }),
  data: v.object({
    books: paged(Book),
    authors: paged(Author),
    tags: paged(Tag),
    keywords: paged(Keyword),
    /** The words that were searched for instead, if the words of `keyword` are likely typos. */
    corrected: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(400))),
  }),
  empty: { books: emptyPage(), authors: emptyPage(), tags: emptyPage(), keywords: emptyPage() },
  errors: ['BAD_REQUEST'],
});
