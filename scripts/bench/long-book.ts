import type { NewBook, NewChapter } from '#src/api/store/index.ts';

const WORDS = 'harbour lantern quiet winter letter orchard bridge promise stranger window tide garden silver'.split(
  ' ',
);
const ROLES = 'The A Her His No Another'.split(' ');

/** Returns a chapter title like those of serials: a number and a few words that rarely repeat. */
function titleOf(number: number): string {
  const word = (step: number) => WORDS[(number * step + Math.floor(number / step)) % WORDS.length] ?? '';
  return `Chapter ${number}: ${ROLES[number % ROLES.length]} ${word(7)} of the ${word(5)} ${word(11)}`;
}

/** @param from number of the first chapter that costs coins */
const chapterOf = (number: number, from: number): NewChapter => ({
  title: titleOf(number),
  part: `Volume ${Math.ceil(number / 250)}`,
  kind: 'chapter',
  words: 1200,
  html: '<p>Text.</p>',
  price: number >= from ? 5 : null,
  updatedAt: '2026-02-01T00:00:00Z',
});

/** Creates a serial with `chapters` chapters in volumes. The last third of the chapters is locked. */
export function longBook(chapters: number): NewBook {
  const numbers = Array.from({ length: chapters }, (_, index) => index + 1);
  return {
    key: 'bench:long',
    fingerprint: String(chapters),
    section: 7,
    title: 'The Long Serial',
    author: { name: 'A. Author', introduction: '' },
    category: 'Fantasy',
    subCategory: null,
    genres: ['Fantasy'],
    tags: ['serial', 'slow'],
    keywords: [],
    status: 'updating',
    language: 'en',
    introduction: 'One morning the harbour was gone, and everybody behaved as if it had never been there. '.repeat(8),
    rating: 4.2,
    hot: 1,
    cover: null,
    source: null,
    publishedAt: '2020-01-01T00:00:00Z',
    updatedAt: '2026-02-01T00:00:00Z',
    chapters: numbers.map((number) => chapterOf(number, Math.ceil((chapters * 2) / 3))),
  };
}

/**
 * Creates a free serial whose chapters are as long as those of novels: 1,200 words in paragraphs of half a phone
 * screen.
 */
export function novelOf(chapters: number): NewBook {
  const book = longBook(chapters);
  return {
    ...book,
    key: 'bench:novel',
    title: 'The Long Novel',
    chapters: book.chapters.map((chapter, index) => ({ ...chapter, price: null, html: textOf(index + 1) })),
  };
}

const PARAGRAPHS = 20;
const SENTENCES = 5;

/** @returns 20 paragraphs of 5 sentences of 12 words */
function textOf(number: number): string {
  const word = (at: number) => WORDS[(at * 7 + number * 3 + Math.floor(at / WORDS.length)) % WORDS.length] ?? '';
  const sentence = (at: number) => {
    const words = Array.from({ length: 11 }, (_, index) => word(at * 11 + index));
    return `${ROLES[(at + number) % ROLES.length]} ${words.join(' ')}.`;
  };
  const paragraph = (at: number) =>
    `<p>${Array.from({ length: SENTENCES }, (_, index) => sentence(at * SENTENCES + index)).join(' ')}</p>`;
  return Array.from({ length: PARAGRAPHS }, (_, index) => paragraph(index)).join('');
}
