import type { NewBook } from '../../store/records.ts';

/** The fields of a book that rankings, shelves and banners need. */
export type BookSummary = Pick<
  NewBook,
  'key' | 'title' | 'category' | 'tags' | 'status' | 'hot' | 'rating' | 'publishedAt' | 'updatedAt'
> & { readonly words: number; readonly tone: number };

export function summaryOf(book: NewBook): BookSummary {
  const { key, title, category, tags, status, hot, rating, publishedAt, updatedAt } = book;
  const words = book.chapters.reduce((sum, chapter) => sum + chapter.words, 0);
  return {
    key,
    title,
    category,
    tags,
    status,
    hot,
    rating,
    publishedAt,
    updatedAt,
    words,
    tone: book.cover?.tone ?? 0,
  };
}
