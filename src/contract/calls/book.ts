import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book, BookDetail } from '../entities/book.ts';
import { Chapter } from '../entities/chapter.ts';
import { Count, Id, Name, Timestamp } from '../entities/scalars.ts';
import { changeable, changeParams, emptyPage, idParam } from '../paging.ts';

export const bookShow = defineCall('book.show', {
  method: 'GET',
  required: true,
  purpose: 'A book with the details of its own page.',
  pages: ['novel', 'activeNovel', 'reader', 'bookFeed', 'sharePicture', 'ads'],
  // A browser asks for the book of a campaign alone, whose page does without.
  onFailure: 'log',
  params: v.object({ book_id: idParam }),
  data: v.object({ book: v.nullable(BookDetail) }),
  empty: { book: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'],
});

export const bookChapters = defineCall('book.chapters', {
  method: 'GET',
  required: true,
  purpose: 'The full chapter list of a book in reading order, unpaged by purpose.',
  pages: ['novel', 'activeNovel', 'reader', 'bookFeed'],
  onFailure: 'in-place',
  params: v.object({ book_id: idParam }),
  data: v.object({ items: v.array(Chapter) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'],
});

export const bookList = defineCall('book.list', {
  method: 'GET',
  purpose: 'All books of the section by id, or what changed since a cursor: the feed of the nightly rebuild.',
  fallback: 'every rebuild reads the lists in full, and knows only books that a list or search shows',
  pages: ['genre', 'tag', 'category', 'hotnovels', 'letter', 'keyword'],
  params: v.object(changeParams),
  data: changeable(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});

export const bookByName = defineCall('book.by_name', {
  method: 'GET',
  purpose:
    'The book that a name in an address means, the oldest of several; letters may be in any case. It is no search of a visitor.',
  fallback: 'a name in an address is looked for with search.multi',
  pages: ['novel', 'activeNovel'],
  params: v.object({
    /** The title's slug: each sign and white space of it is a hyphen. */
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    /** Slug of the category that the book must have. */
    category: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  }),
  data: v.object({ book_id: v.nullable(Id) }),
  empty: { book_id: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

/** Most books of one call. */
export const BRIEFS_MOST = 50;

const Brief = v.object({
  id: Id,
  /** As in `book.show`. */
  chapters: Count,
  last_chapter: v.nullable(v.object({ id: Id, number: Id, title: Name })),
  updated_at: Timestamp,
});
export type Brief = v.InferOutput<typeof Brief>;

export const bookBrief = defineCall('book.brief', {
  method: 'GET',
  purpose: 'How far books are that a visitor keeps, to tell of new chapters. Books that are gone are left out.',
  fallback: 'kept books do not tell of new chapters',
  pages: ['history', 'home'],
  onFailure: 'log',
  params: v.object({
    /** Ids with commas between, at most 50. */
    ids: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,49}$/)),
  }),
  data: v.object({ items: v.pipe(v.array(Brief), v.maxLength(BRIEFS_MOST)) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});
