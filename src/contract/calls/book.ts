import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book, BookDetail, Edition } from '../entities/book.ts';
import { Chapter } from '../entities/chapter.ts';
import { Count, Id, Name, Timestamp } from '../entities/scalars.ts';
import { changeable, changeParams, emptyPage, idParam } from '../paging.ts';

export const bookShow = defineCall('book.show', {
  method: 'GET',
  required: true,
  purpose: 'Returns a book with all details for its page.',
  pages: ['novel', 'activeNovel', 'reader', 'bookFeed', 'sharePicture', 'ads'],
  // Browsers make this call only for campaign pages, which also work without the book.
  onFailure: 'log',
  params: v.object({ book_id: idParam }),
  data: v.object({ book: v.nullable(BookDetail) }),
  empty: { book: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'],
});

export const bookChapters = defineCall('book.chapters', {
  method: 'GET',
  required: true,
  purpose: 'Returns all chapters of a book in reading order. The list is not paged.',
  pages: ['novel', 'activeNovel', 'reader', 'bookFeed'],
  onFailure: 'in-place',
  params: v.object({ book_id: idParam }),
  data: v.object({ items: v.array(Chapter) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'],
});

/** Maximum number of editions per call. */
export const MAX_EDITIONS = 100;

export const bookEditions = defineCall('book.editions', {
  method: 'GET',
  purpose:
    'Returns the other editions of a book’s work that the brand offers, in all sections, by id. If a chapter is given, each edition names the corresponding chapter.',
  fallback: 'books are not linked to their translations',
  pages: ['novel', 'activeNovel', 'reader'],
  params: v.object({
    book_id: idParam,
    chapter_id: v.optional(idParam),
  }),
  data: v.object({ items: v.pipe(v.array(Edition), v.maxLength(MAX_EDITIONS)) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST', 'NOT_FOUND', 'GONE', 'UNAVAILABLE_FOR_LEGAL_REASONS'],
});

export const bookList = defineCall('book.list', {
  method: 'GET',
  purpose: 'Returns all books of the section by id, or the changes since a cursor. The nightly rebuild reads it.',
  fallback: 'every rebuild reads all lists, and finds only books that a list or search shows',
  pages: ['genre', 'tag', 'category', 'hotnovels', 'letter', 'keyword'],
  params: v.object(changeParams),
  data: changeable(Book),
  empty: emptyPage(),
  errors: ['BAD_REQUEST'],
});

export const bookByName = defineCall('book.by_name', {
  method: 'GET',
  purpose:
    'Finds a book by the name in its address, ignoring case. If several books have the name, it returns the oldest. It does not count as a search.',
  fallback: 'a name in an address is looked up with search.multi',
  pages: ['novel', 'activeNovel'],
  params: v.object({
    /**
     * The slug of the title, in which each punctuation mark and each white space character is replaced with a hyphen.
     */
    name: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    /** Slug of the category that the book must have. */
    category: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(200))),
  }),
  data: v.object({ book_id: v.nullable(Id) }),
  empty: { book_id: null },
  errors: ['BAD_REQUEST', 'NOT_FOUND'],
});

/** Maximum number of books per call. */
export const MAX_BRIEFS = 50;

const Brief = v.object({
  id: Id,
  /** The number of chapters, as in `book.show`. */
  chapters: Count,
  last_chapter: v.nullable(v.object({ id: Id, number: Id, title: Name })),
  updated_at: Timestamp,
});
export type Brief = v.InferOutput<typeof Brief>;

export const bookBrief = defineCall('book.brief', {
  method: 'GET',
  purpose:
    'Returns the latest chapter of each book on a shelf, so that new chapters can be shown. Removed books are left out.',
  fallback: 'the shelf does not show new chapters',
  pages: ['history', 'home'],
  onFailure: 'log',
  params: v.object({
    /** Comma-separated ids, at most 50. */
    ids: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,49}$/)),
  }),
  data: v.object({ items: v.pipe(v.array(Brief), v.maxLength(MAX_BRIEFS)) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});
