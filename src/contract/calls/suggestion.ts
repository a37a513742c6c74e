import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { BookReference } from '../entities/book.ts';
import { Id, Name } from '../entities/scalars.ts';
import { wholeNumber } from '../paging.ts';

export const Suggestion = v.variant('kind', [
  v.object({ kind: v.literal('book'), book: BookReference }),
  v.object({ kind: v.literal('author'), id: Id, name: Name }),
  v.object({ kind: v.literal('tag'), id: Id, name: Name }),
  v.object({ kind: v.literal('keyword'), id: Id, name: Name }),
]);
export type Suggestion = v.InferOutput<typeof Suggestion>;

export const searchSuggest = defineCall('search.suggest', {
  method: 'GET',
  purpose: 'Returns suggestions while the visitor types.',
  fallback: 'the search field has no suggestions',
  pages: ['search', 'translator'],
  onFailure: 'in-place',
  params: v.object({
    keyword: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)),
    limit: v.optional(wholeNumber(1, 20), 8),
  }),
  data: v.object({ items: v.array(Suggestion) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});

export const searchPopular = defineCall('search.popular', {
  method: 'GET',
  purpose: 'Returns words that several visitors have searched for recently and that have results, most visitors first.',
  fallback: 'the empty search field only shows recent searches',
  pages: ['search'],
  onFailure: 'log',
  params: v.object({ limit: v.optional(wholeNumber(1, 20), 8) }),
  data: v.object({ items: v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(200))) }),
  empty: { items: [] },
});

export const searchTyped = defineCall('search.typed', {
  method: 'POST',
  purpose: 'Counts a searched word for `search.popular`, once per device.',
  fallback: 'searches are not counted; the upstream decides what is popular',
  pages: ['search', 'searchMore'],
  idempotent: true,
  onFailure: 'log',
  params: v.object({ keyword: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'RATE_LIMITED'],
});
