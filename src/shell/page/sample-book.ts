import type { Book, BookDetail } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { NovelData, ReadingData } from './book-data.ts';
import type { Site } from './view.ts';

/*
 * A sample book without texts. Its pages contain what all book pages of a brand have in common, and serve as the
 * compression dictionary for these pages (docs/decisions/0008-compression-dictionary-for-repeat-views.md). The pages
 * contain every element that most books have, but repeat few of them, because repeated elements compress well without a
 * dictionary.
 */

const TIME = '2026-01-01T00:00:00Z';
const CHAPTERS = 3;

export function sampleCard(id: number, { locale }: Site): Book {
  return {
    id,
    title: 'Title',
    author: { id: 1, name: 'Author' },
    cover: { url: '/media/covers/1.webp', widths: [160, 320, 480], tone: 1 },
    status: 'finished',
    introduction: 'Introduction',
    category: { name: 'Category', sub_name: null },
    genres: [1],
    tags: [{ id: 1, name: 'Tag' }],
    keywords: [1],
    words: 1000,
    chapters: CHAPTERS,
    rating: 4.5,
    rating_count: 10,
    hot: 1,
    language: locale.tag.split('-')[0] ?? locale.tag,
    updated_at: TIME,
  };
}

const sampleBook = (site: Site): BookDetail => ({
  ...sampleCard(1, site),
  published_at: TIME,
  first_chapter_id: 1,
  last_chapter: { id: CHAPTERS, number: CHAPTERS, title: 'Chapter', updated_at: TIME },
  source: 'Source',
});

const sampleChapter = (number: number, locked = false): Chapter => ({
  id: number,
  number,
  title: 'Chapter',
  part: 'Part',
  kind: 'chapter',
  words: 1000,
  locked,
  price: locked ? 1 : null,
  free_from: null,
  updated_at: TIME,
});

/** Data of the sample book for the novel page, without related books. */
export const sampleNovel = (site: Site): Omit<NovelData, 'related'> => ({
  book: sampleBook(site),
  chapters: Array.from({ length: CHAPTERS }, (_, index) => sampleChapter(index + 1, index + 1 === CHAPTERS)),
  editions: [],
  readable: true,
});

/** Data of the sample book for the chapter page. */
export const sampleReading = (site: Site): ReadingData => ({
  book: sampleBook(site),
  chapter: sampleChapter(2),
  html: '<p>Text</p>\n<p>Text</p>',
  previousId: 1,
  nextId: CHAPTERS,
  editions: [],
});
