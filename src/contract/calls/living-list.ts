import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book } from '../entities/book.ts';
import { Count, Id } from '../entities/scalars.ts';
import { idParam, wholeNumber } from '../paging.ts';

/** Maximum number of books in a list. */
export const MAX_LISTED = 50;
/** Maximum number of similar books per book. */
export const MAX_SIMILAR_BOOKS = 12;
/** Maximum number of books per call of `book.similar`. */
export const MAX_BOOKS_PER_CALL = 50;

export const BookFigure = v.object({ book: Book, figure: Count });
export type BookFigure = v.InferOutput<typeof BookFigure>;

const FiguredBooks = v.object({ items: v.pipe(v.array(BookFigure), v.maxLength(MAX_LISTED)) });
const limit = v.optional(wholeNumber(1, MAX_LISTED), 20);

export const bookTrending = defineCall('book.trending', {
  method: 'GET',
  purpose: 'Returns the books whose number of readers has grown the most, computed once a day.',
  fallback: 'the home page has no shelf of trending books',
  pages: ['home'],
  onFailure: 'log',
  params: v.object({ limit }),
  data: FiguredBooks,
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});

export const bookFigures = defineCall('book.figures', {
  method: 'GET',
  purpose: 'Returns the books with the most readers, or new books that gain readers, computed once a day.',
  fallback: 'the home page has no shelf of books that are read most',
  pages: ['home'],
  onFailure: 'log',
  params: v.object({
    /** By readers of 7 or 28 days, by readers of the last chapter, or by growth since the week before. */
    list: v.picklist(['week', 'month', 'finished', 'rising']),
    /** Only for `rising`. */
    genre_id: v.optional(idParam),
    limit,
  }),
  data: FiguredBooks,
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});

export const SimilarBooks = v.object({
  id: Id,
  books: v.pipe(v.array(Book), v.maxLength(MAX_SIMILAR_BOOKS)),
});

export const bookSimilar = defineCall('book.similar', {
  method: 'GET',
  purpose:
    'Returns for each of the given books the books that its readers also read, the most similar first, computed once a day. Books without any are left out.',
  fallback: 'novel pages do not show what readers also read',
  pages: ['novel', 'activeNovel'],
  onFailure: 'log',
  params: v.object({
    /** Comma-separated ids, at most 50. */
    ids: v.pipe(v.string(), v.regex(/^[1-9]\d{0,15}(,[1-9]\d{0,15}){0,49}$/)),
    /** Maximum number of similar books per book. */
    limit: v.optional(wholeNumber(1, MAX_SIMILAR_BOOKS), MAX_SIMILAR_BOOKS),
  }),
  data: v.object({ items: v.pipe(v.array(SimilarBooks), v.maxLength(MAX_BOOKS_PER_CALL)) }),
  empty: { items: [] },
  errors: ['BAD_REQUEST'],
});
