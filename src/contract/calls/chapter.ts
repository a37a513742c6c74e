import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { ChapterContent } from '../entities/chapter.ts';
import { Count, Id, Name, Timestamp } from '../entities/scalars.ts';
import { idParam, wholeNumber } from '../paging.ts';

export const chapterShow = defineCall('chapter.show', {
  method: 'GET',
  purpose: 'Returns the text of a chapter, or the free preview of a locked one.',
  fallback: 'the reader sends visitors to the app',
  pages: ['reader', 'novel'],
  onFailure: 'in-place',
  params: v.object({ book_id: idParam, chapter_id: idParam }),
  data: v.object({ chapter: v.nullable(ChapterContent) }),
  empty: { chapter: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'],
});

/** Maximum number of books per call. */
export const MAX_DATES = 50;

const BookDates = v.object({
  /** Id of the book. */
  id: Id,
  /** All chapters of the book, in reading order. */
  chapters: v.array(v.object({ id: Id, updated_at: Timestamp })),
});
export type BookDates = v.InferOutput<typeof BookDates>;

export const chapterDates = defineCall('chapter.dates', {
  method: 'GET',
  purpose: 'Returns when the chapters of the given books last changed, for sitemaps. Removed books are left out.',
  fallback: 'sitemaps list only the chapters of prerendered books',
  pages: ['reader'],
  params: v.object({
    /** Comma-separated ids, at most 50. */
    ids: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,49}$/)),
  }),
  data: v.object({ items: v.pipe(v.array(BookDates), v.maxLength(MAX_DATES)) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});

/** Maximum number of chapters per response. */
export const FIND_PAGE = 20;

const piece = v.pipe(v.string(), v.maxLength(300));

export const FoundChapter = v.object({
  chapter: v.object({ id: Id, number: Id, title: Name, part: v.optional(v.nullable(Name), null) }),
  /** Number of matches in the chapter. */
  count: Count,
  /** The first matches with the text around them, plain text. */
  snippets: v.pipe(v.array(v.object({ before: piece, match: piece, after: piece })), v.maxLength(3)),
});
export type FoundChapter = v.InferOutput<typeof FoundChapter>;

export const chapterFind = defineCall('chapter.find', {
  method: 'GET',
  purpose:
    'Returns the chapters of a book that contain a word or phrase, one part of the book at a time. In locked chapters, it searches only the free preview.',
  fallback: 'only the chapters on the page are searched',
  pages: ['reader'],
  onFailure: 'in-place',
  params: v.object({
    book_id: idParam,
    keyword: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
    /** Number of the first chapter to search: 1, or `next` of the previous response. */
    from: v.optional(wholeNumber(1, 1_000_000), 1),
  }),
  data: v.object({
    items: v.pipe(v.array(FoundChapter), v.maxLength(FIND_PAGE)),
    /** Number of the chapter at which the search continues; null at the end of the book. */
    next: v.nullable(Id),
  }),
  empty: { items: [], next: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS', 'RATE_LIMITED'],
});

export const chapterUnlock = defineCall('chapter.unlock', {
  method: 'POST',
  purpose:
    'Unlocks a chapter for the visitor and returns its complete text. It charges only once. The rest of a voucher becomes coins.',
  fallback: 'locked chapters are read in the app',
  pages: ['reader'],
  signedIn: true,
  idempotent: true,
  onFailure: 'in-place',
  params: v.object({
    book_id: Id,
    chapter_id: Id,
    by: v.picklist(['coins', 'voucher']),
    /** Idempotency key. If several requests have the same key, the visitor pays only once. */
    key: v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/)),
    /** Id of the voucher to spend; default: the voucher that expires first. */
    voucher_id: v.optional(Id),
  }),
  data: v.object({
    chapter: v.nullable(ChapterContent),
    /** The visitor's remaining coins. */
    coins: Count,
  }),
  empty: { chapter: null, coins: 0 },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED', 'NOT_FOUND', 'CONFLICT', 'NOT_ENOUGH_COINS', 'NO_VOUCHER', 'VOUCHER_USED'],
});
