import { HISTORY, MARKS, TOKEN, USER_INFO } from '#src/shell/state/storage-keys.ts';
import type { TappedPage } from './controls.ts';
import type { Stored } from './measure.ts';

const BOOKS = 20;
const TIME = '2026-01-01T00:00:00Z';
const placeIn = (block: number) => ({ block, offset: 0, hash: '00000000' });

const books = Array.from({ length: BOOKS }, (_none, index) => ({
  id: index + 1,
  title: `Book ${index + 1}`,
  category: { name: 'Novels', sub_name: null },
  language: 'en',
}));
const chapter = { id: 1, number: 1, title: 'Chapter 1' };

const history = books.map((book) => ({ book, cover: null, chapter, read_at: TIME }));
const marks = books.map((book) => ({
  id: `bookmark-${book.id}`,
  kind: 'bookmark',
  book,
  chapter,
  start: placeIn(0),
  text: 'The tide went out twice that day.',
  note: '',
  created_at: TIME,
  updated_at: TIME,
}));
const user = { id: 1, name: 'Ann Reader', email: 'ann@example.org', coins: 0, created_at: TIME };

/** What the device has stored when a page is opened. */
export const STORED: Readonly<Partial<Record<TappedPage, Stored>>> = {
  history: { [HISTORY]: history },
  notebook: { [HISTORY]: history, [MARKS]: marks },
  account: { [TOKEN]: 'abcdef0123456789', loginStatus: true, [USER_INFO]: user },
};
