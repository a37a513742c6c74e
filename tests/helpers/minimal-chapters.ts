import type { Book } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';

const TITLES = [
  'Lanterns',
  'All the Doors Open',
  'The Reckoning',
  'Home by Another Road',
  'An Ordinary Morning',
  'The Visitor',
  'What Was in the Box',
  'Rain Before Noon',
  'A Bargain',
  'The Wrong Name',
  'Supper for Two',
  'Down the Back Stairs',
  'The Ledger',
  'A Lie, Kindly Meant',
  'No Answer',
  'The Second Letter',
  'Thin Ice',
  'Market Day',
  'A Debt Repaid',
  'The Long Way Round',
];

/** Minimum number of chapters for a book to have parts. */
const MIN_CHAPTERS_FOR_PARTS = 9;
const CHAPTERS_OF_PART_ONE = 5;
const FREE_CHAPTERS = 7;

type ChapterBook = Pick<Book, 'id' | 'chapters' | 'words' | 'updated_at'>;

/**
 * The chapters of a book in the minimal upstream. One book in four starts with a preface. Long books have two parts and
 * locked chapters, the last of which becomes free on a fixed date.
 */
export const minimalChapters = (book: ChapterBook): Chapter[] =>
  Array.from({ length: book.chapters }, (_, index) => chapterOf(book, index + 1));

function chapterOf({ id, chapters, words, updated_at }: ChapterBook, number: number): Chapter {
  const isPreface = number === 1 && id % 4 === 1;
  const locked = number > FREE_CHAPTERS;
  return {
    id: id * 100 + number,
    number,
    title: isPreface ? 'Preface' : (TITLES[(3 * id + number) % TITLES.length] ?? ''),
    part: chapters < MIN_CHAPTERS_FOR_PARTS ? null : number <= CHAPTERS_OF_PART_ONE ? 'Part One' : 'Part Two',
    kind: isPreface ? 'section' : 'chapter',
    words: words / chapters,
    locked,
    price: locked ? 12 : null,
    free_from: locked && number === chapters ? '2027-01-01T00:00:00Z' : null,
    updated_at,
  };
}
