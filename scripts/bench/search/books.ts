import type { NewBook } from '#src/api/store/records.ts';
import { authorAt, capital, randomOf, signAt, WORDS, wordAt, zipf } from './vocabulary.ts';

/** The section that is searched. One book in ten belongs to the other section. */
export const SECTION = 7;
const OTHER_SECTION = 9;
const GENRES = 20;
const TAGS = 300;

export const tagAt = (rank: number) => capital(wordAt(500 + rank));
const genreAt = (rank: number) => capital(wordAt(400 + rank));

/** Generates book `number` of a catalogue with `books` books. One book in twenty is in a script without spaces. */
export function bookAt(number: number, books: number): NewBook {
  const random = randomOf(number);
  const isUnspaced = number % 20 === 19;
  const text = (minWords: number, maxWords: number) => {
    const ranks = Array.from({ length: minWords + Math.floor(random() * (maxWords - minWords + 1)) }, () =>
      zipf(random, WORDS),
    );
    return isUnspaced ? ranks.map(signAt).join('') : ranks.map(wordAt).join(' ');
  };
  const several = (count: number, maxCount: number, nameAt: (rank: number) => string) => [
    ...new Set(Array.from({ length: count }, () => nameAt(zipf(random, maxCount)))),
  ];
  const date = new Date(Date.UTC(2020, 0, 1) + Math.floor(random() * 5 * 365) * 86_400_000).toISOString();
  const at = `${date.slice(0, 19)}Z`;
  const category = genreAt(zipf(random, GENRES));
  return {
    key: `search:${number}`,
    fingerprint: `${number}`,
    section: number % 10 === 7 ? OTHER_SECTION : SECTION,
    title: capital(text(2, 5)),
    author: { name: authorAt(Math.floor((books / 5) * random() ** 2)), introduction: '' },
    category,
    subCategory: null,
    genres: [category],
    tags: several(3, TAGS, tagAt),
    keywords: several(2, Math.ceil(books / 50), keywordAt),
    status: random() < 0.7 ? 'finished' : 'updating',
    introduction: text(25, 60),
    language: isUnspaced ? 'zh-CN' : 'en-US',
    rating: Math.round(random() * 40 + 10) / 10,
    hot: Math.floor(Math.exp(random() * 14)),
    cover: null,
    source: null,
    publishedAt: at,
    updatedAt: at,
    chapters: [
      {
        title: 'One',
        part: null,
        kind: 'chapter',
        html: '<p>One.</p>',
        words: Math.floor(Math.exp(8 + random() * 6)),
        price: null,
        updatedAt: at,
      },
    ],
  };
}

const keywordAt = (rank: number) => `${wordAt(rank % 5_000)} ${wordAt(1_000 + ((rank * 31) % 20_000))}`;
