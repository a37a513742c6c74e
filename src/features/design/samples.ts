import type { BookCard, LinkModel, Pagination } from '#src/shell/page/models.ts';

const LONG_TITLE_START =
  'The Extraordinarily Patient Lighthouse Keeper of the Ninth Island, Who Counted Every Ship, Every Storm and';

/** A title of 200 characters, the maximum. */
export const LONG_TITLE =
  `${LONG_TITLE_START} Every Letter That Never Came, and Answered All of Them Without Once Leaving Her Lamp`
    .padEnd(200, '.')
    .slice(0, 200);

const links = (names: readonly string[], current = 0): LinkModel[] =>
  names.map((name, index) => ({ name, href: `#${index}`, current: index === current }));

export const TABS = links(['Popular', 'New', 'Finished', 'Rising', 'Loved']);
export const TAGS = links(['slow burn', 'found family', 'enemies to lovers', 'sea', 'second chance'], -1);
export const LETTERS = links([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ#'], 2);
export const TRAIL = links(['Home', 'Genres', 'Romance'], -1);

export const PAGES: Pagination = {
  page: 3,
  pages: 12,
  previous: '#2',
  next: '#4',
  links: [1, 2, 3, 4, 7, 9, 12].map((page) => ({ page, href: `#${page}` })),
};

const SAMPLE: BookCard = {
  id: 1,
  title: 'Salt Letters',
  href: '#book',
  language: 'en',
  author: 'Ada Marsh',
  authorHref: '#author',
  cover: null,
  finished: true,
  category: 'Romance',
  rating: 4.6,
  ratingCount: 1204,
  tags: TAGS.slice(0, 3),
  tagIds: [],
  introduction:
    'A keeper of a lighthouse answers letters that were never meant for her, until one of them answers back.',
};

/** Exactly `count` books: first those from the store, then sample books. */
export const booksOf = (stored: readonly BookCard[], count: number): BookCard[] =>
  Array.from({ length: count }, (_none, index) => stored[index] ?? { ...SAMPLE, id: index + 1 });

/** A book with the longest title, one without a cover, and one with only a name. */
export function edgeCaseBooks([book = SAMPLE]: readonly BookCard[]): BookCard[] {
  return [
    { ...book, title: LONG_TITLE },
    { ...SAMPLE, cover: null },
    {
      ...SAMPLE,
      title: 'I',
      author: 'X',
      introduction: '',
      tags: [],
      rating: null,
      ratingCount: null,
      finished: false,
    },
  ];
}

/** A cover whose file does not exist; also used to show the loading state. */
export const MISSING_COVER = { url: '/no-such-cover.webp', widths: [], tone: 20 };

/** Pairs of colour names: a background, and the colour of the text on it. */
export const COLOURS = [
  ['paper', 'ink'],
  ['surface', 'ink-soft'],
  ['sunken', 'ink-soft'],
  ['theme-wash', 'theme-ink'],
  ['theme', 'on-theme'],
  ['accent', 'on-accent'],
  ['header-ground', 'header-ink'],
  ['danger', 'white'],
] as const;
