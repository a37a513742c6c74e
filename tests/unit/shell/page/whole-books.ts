import type { BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { bookNumbered } from '../../../helpers/table-upstream.ts';

const UPDATED = '2026-01-01T00:00:00Z';

export const detailOf = (id: number, change: Partial<BookDetail> = {}): BookDetail => ({
  ...bookNumbered(id),
  published_at: UPDATED,
  first_chapter_id: 1,
  last_chapter: { id: 3, number: 3, title: 'Chapter 3', updated_at: UPDATED },
  source: null,
  ...change,
});

export const chapterNumbered = (number: number, change: Partial<Chapter> = {}): Chapter => ({
  id: number,
  number,
  title: `Chapter ${number}`,
  part: null,
  kind: 'chapter',
  words: 10,
  locked: false,
  price: null,
  free_from: null,
  updated_at: UPDATED,
  ...change,
});
