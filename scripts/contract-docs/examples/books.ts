import type { HelpEvent } from '#src/contract/calls/help-event.ts';
import type { Book, BookDetail, BookReference, Edition } from '#src/contract/entities/book.ts';
import { referenceOf } from '#src/contract/entities/book.ts';
import type { BrandSettings } from '#src/contract/entities/brand-settings.ts';
import type { Chapter, ChapterContent } from '#src/contract/entities/chapter.ts';
import type {
  Author,
  Banner,
  CategoryEntry,
  Genre,
  Keyword,
  RankingType,
  Shelf,
  Tag,
} from '#src/contract/entities/listing.ts';

/*
 * A small catalogue for the examples of the documentation. The records refer to each other: the author of a book is one
 * of the authors, and its chapters are numbered without gaps.
 */

export const AUTHOR: Author = {
  id: 4,
  name: 'Mara Lind',
  introduction: 'Mara Lind grew up in a lighthouse and writes about people who wait.',
  avatar: '/media/pictures/mara-lind.webp',
  books: 2,
  updated_at: '2026-01-14T09:30:00Z',
};

export const BOOK: Book = {
  id: 12,
  title: 'The Lighthouse Keeper',
  author: { id: AUTHOR.id, name: AUTHOR.name },
  cover: { url: '/media/covers/12-1f0c.webp', widths: [160, 320, 640], tone: 21 },
  status: 'updating',
  introduction: 'A keeper finds a letter in a bottle. It is addressed to her, and it is forty years old.',
  category: { name: 'Romance', sub_name: 'Slow Burn' },
  genres: [2],
  tags: [
    { id: 8, name: 'Second Chances' },
    { id: 21, name: 'Small Town' },
  ],
  keywords: [9, 31],
  words: 52_340,
  chapters: 24,
  rating: 4.5,
  rating_count: 318,
  hot: 9120,
  language: 'en',
  published_at: '2025-11-20T08:00:00Z',
  updated_at: '2026-03-01T04:05:06Z',
  brands: ['freenovel', 'moonovel'],
};

export const OTHER_BOOK: Book = {
  ...BOOK,
  id: 15,
  title: 'Letters to the Mainland',
  cover: null,
  status: 'finished',
  introduction: 'The sequel to The Lighthouse Keeper: the letters are answered.',
  category: { name: 'Romance', sub_name: null },
  tags: [{ id: 8, name: 'Second Chances' }],
  keywords: [31],
  words: 208_700,
  chapters: 61,
  rating: null,
  rating_count: 0,
  hot: 3300,
  published_at: '2026-01-10T08:00:00Z',
  updated_at: '2026-02-11T18:05:40Z',
};

export const BOOK_LINK: BookReference = referenceOf(BOOK);

export const CHAPTERS: readonly Chapter[] = [
  {
    id: 3401,
    number: 1,
    title: 'A Letter in a Bottle',
    part: 'Volume 1: Winter',
    kind: 'chapter',
    words: 2180,
    locked: false,
    price: null,
    free_from: null,
    updated_at: '2025-11-20T08:00:00Z',
  },
  {
    id: 3402,
    number: 2,
    title: 'The Lamp Goes Out',
    part: 'Volume 1: Winter',
    kind: 'chapter',
    words: 1960,
    locked: true,
    price: 12,
    free_from: '2026-05-01T00:00:00Z',
    updated_at: '2025-11-27T08:00:00Z',
  },
];
const [first] = CHAPTERS as [Chapter];

export const CHAPTER_TEXT: ChapterContent = {
  ...first,
  book_id: BOOK.id,
  html: '<p>The lamp went out at four.</p>\n<p>By the time she had carried the oil up, the bottle was on the rocks.</p>',
  previous_id: null,
  next_id: 3402,
};

export const UNLOCKED_TEXT: ChapterContent = {
  ...(CHAPTERS[1] ?? first),
  locked: false,
  book_id: BOOK.id,
  html: '<p>Nobody on the mainland noticed that the light was gone.</p>',
  previous_id: 3401,
  next_id: 3403,
};

export const LAST_CHAPTER = {
  id: 3424,
  number: 24,
  title: 'What the Tide Brought',
  updated_at: '2026-03-01T04:05:06Z',
};

export const BOOK_DETAIL: BookDetail = {
  ...BOOK,
  published_at: '2025-11-20T08:00:00Z',
  first_chapter_id: first.id,
  last_chapter: LAST_CHAPTER,
  source: 'Translated from the Swedish with the permission of the author.',
  series: { keyword: { id: 31, name: 'The Lighthouse Letters' }, number: 1 },
  paragraphs: 'spaced',
  work: 'lind-lighthouse',
  alternative_titles: ['The Keeper'],
  original: { title: 'Fyrvaktaren', author: 'Mara Lind', language: 'sv' },
};

export const EDITIONS: readonly Edition[] = [
  {
    id: 7412,
    title: 'El farero',
    category: { name: 'Romance', sub_name: null },
    language: 'es',
    section: 9,
    brands: ['freenovel'],
    chapter_id: 5120,
  },
  {
    id: 7413,
    title: 'Người gác hải đăng',
    category: { name: 'Lãng mạn', sub_name: null },
    language: 'vi',
    section: 15,
    chapter_id: null,
  },
];

export const TAG: Tag = {
  id: 8,
  name: 'Second Chances',
  genre_id: 2,
  updated_at: '2026-01-05T12:00:00Z',
  former: [{ id: 7, name: 'Second Chance' }],
};
export const OTHER_TAG: Tag = { id: 21, name: 'Small Town', genre_id: 2, updated_at: '2026-01-05T12:00:00Z' };

export const KEYWORD: Keyword = { id: 9, name: 'lighthouse romance', updated_at: '2026-01-05T12:00:00Z' };
export const SERIES: Keyword = { id: 31, name: 'The Lighthouse Letters', updated_at: '2026-01-10T08:00:00Z' };

export const GENRE: Genre = {
  id: 2,
  name: 'Romance',
  introduction: 'Love stories, slow and fast.',
  tags: [
    { id: 8, name: 'Second Chances' },
    { id: 21, name: 'Small Town' },
  ],
  updated_at: '2026-01-05T12:00:00Z',
};

export const CATEGORY: CategoryEntry = { name: 'Romance', subs: ['Second Chance', 'Slow Burn'] };

export const RANKINGS: readonly RankingType[] = [
  {
    type: 'hot',
    name: 'Trending',
    items: [
      { id: 1, name: 'This week' },
      { id: 2, name: 'All time' },
    ],
  },
  { type: 'new', name: 'New', items: [{ id: 3, name: 'New this month' }] },
];

export const SHELF: Shelf = { id: 3, name: 'Editors’ picks', style: 'feature', books: [BOOK, OTHER_BOOK] };

export const BANNERS: readonly Banner[] = [
  {
    id: 5,
    title: 'Winter by the sea',
    subtitle: 'A new chapter every Sunday',
    image: '/media/pictures/winter.webp',
    target: { kind: 'book', book: BOOK_LINK },
    updated_at: '2026-02-01T00:00:00Z',
  },
  {
    id: 6,
    title: 'Trending this week',
    subtitle: '',
    image: null,
    target: { kind: 'ranking', type: 'hot', id: 1 },
    updated_at: '2026-02-01T00:00:00Z',
  },
];

export const EVENT: HelpEvent = {
  id: 77,
  book: BOOK,
  inviter: 'Ada',
  state: 'open',
  needed: 5,
  helped: 2,
  expires_at: '2026-04-01T00:00:00Z',
};

/** Settings of a brand with a picture. */
export const SETTINGS: BrandSettings = {
  fields: { appName: 'Harbour Books', announcement: { texts: { en: 'New books every week.' }, link: '/hotnovels' } },
  pictures: { logo: { extension: 'svg', content: 'PHN2Zy8+' } },
};
