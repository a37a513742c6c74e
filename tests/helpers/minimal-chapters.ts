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

/** A book of fewer chapters has no parts. */
const LEAST_IN_PARTS = 9;
const FIRST_PART = 5;
const FREE = 7;

type ChapterBook = Pick<Book, 'id' | 'chapters' | 'words' | 'updated_at'>;

/**
 * The chapters of a book of the minimal upstream. One book in four begins with a preface, long ones are in two parts and have
 * locked chapters, of which the last is free one day.
 */
export const minimalChapters = (book: ChapterBook): Chapter[] =>
  Array.from({ length: book.chapters }, (_, index) => chapterOf(book, index + 1));

function chapterOf({ id, chapters, words, updated_at }: ChapterBook, number: number): Chapter {
  const isPreface = number === 1 && id % 4 === 1;
  const locked = number > FREE;
  return {
    id: id * 100 + number,
    number,
    title: isPreface ? 'Preface' : (TITLES[(3 * id + number) % TITLES.length] ?? ''),
    part: chapters < LEAST_IN_PARTS ? null : number <= FIRST_PART ? 'Part One' : 'Part Two',
    kind: isPreface ? 'section' : 'chapter',
    words: words / chapters,
    locked,
    price: locked ? 12 : null,
    free_from: locked && number === chapters ? '2027-01-01T00:00:00Z' : null,
    updated_at,
  };
}
