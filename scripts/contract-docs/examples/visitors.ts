import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { Bookmark, Highlight } from '#src/contract/entities/marks.ts';
import type {
  ChapterPlace,
  FurthestRead,
  HistoryEntry,
  Locator,
  Session,
  UserInfo,
} from '#src/contract/entities/visitor.ts';
import { BOOK, BOOK_LINK, CHAPTERS } from './books.ts';

/* A visitor for the examples of the documentation. */

export const USER: UserInfo = {
  id: 90,
  name: 'Ada',
  email: 'ada@example.com',
  coins: 120,
  created_at: '2026-01-05T12:00:00Z',
};

export const SESSION: Session = {
  token: '0Zy3bqvT1kq8m2Xw7dQnLg',
  expires_at: '2026-04-01T00:00:00Z',
  renew_in: 840,
  user: USER,
};

export const LOCATOR: Locator = { block: 14, offset: 120, hash: '9f3c01ab' };

export const PLACE: ChapterPlace = {
  id: 3401,
  number: 1,
  title: CHAPTERS[0]?.title ?? '',
  place: LOCATOR,
};

export const FURTHEST: FurthestRead = {
  chapter: { id: 3402, number: 2, title: CHAPTERS[1]?.title ?? '' },
  since: 0,
};

export const ENTRY: HistoryEntry = {
  book: BOOK_LINK,
  cover: BOOK.cover,
  chapter: PLACE,
  furthest: FURTHEST,
  read_at: '2026-03-01T21:15:00Z',
};

const mark = {
  id: 'b5f1a2c4-0d1e',
  book: BOOK_LINK,
  chapter: { id: 3401, number: 1, title: PLACE.title },
  start: LOCATOR,
  text: 'The lamp went out at four.',
  note: 'Compare with the last chapter.',
  created_at: '2026-03-01T21:10:00Z',
  updated_at: '2026-03-01T21:10:00Z',
};

export const BOOKMARK: Bookmark = { ...mark, kind: 'bookmark' };
export const HIGHLIGHT: Highlight = {
  ...mark,
  id: 'c6a2b3d5-1e2f',
  kind: 'highlight',
  end: { ...LOCATOR, offset: 146 },
  colour: 'yellow',
};

const AT = Date.parse('2026-03-01T21:15:00Z');

/** An item of each kind. */
export const ITEMS: readonly LibraryItem[] = [
  {
    kind: 'read',
    id: '12',
    value: { book: ENTRY.book, cover: ENTRY.cover, chapter: PLACE, furthest: FURTHEST },
    at: AT,
  },
  { kind: 'shelf', id: '12', value: { book: BOOK_LINK, cover: BOOK.cover, added_at: '2026-02-20T20:00:00Z' }, at: AT },
  { kind: 'seen', id: '12', value: { chapters: 24 }, at: AT },
  { kind: 'list', id: 'a1b2c3d4', value: { name: 'By the sea' }, at: AT },
  { kind: 'listed', id: 'a1b2c3d4:12', value: true, at: AT },
  { kind: 'hidden', id: '40', value: { name: 'Horror' }, at: AT },
  { kind: 'mark', id: HIGHLIGHT.id, value: HIGHLIGHT, at: AT },
  { kind: 'shelf', id: '15', value: null, at: AT },
];
