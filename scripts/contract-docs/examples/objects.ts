import { CALLS } from '#src/contract/index.ts';
import { LecternError } from '#src/lib/errors.ts';
import * as books from './books.ts';
import { exampleOf as exampleOfCall } from './calls.ts';
import * as visitors from './visitors.ts';

const { BOOK } = books;

/** Examples of each object that has a name, one for each variant. */
const OBJECT_EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  ApiError: [{ code: 'NOT_FOUND', message: 'book_id: there is no book 999.' }],
  Author: [books.AUTHOR],
  Banner: books.BANNERS,
  Book: [BOOK, books.OTHER_BOOK],
  BookDetail: [books.BOOK_DETAIL],
  BookFigure: [{ book: BOOK, figure: 184 }],
  BookReference: [books.BOOK_LINK],
  Bookmark: [visitors.BOOKMARK],
  BrandSettings: [books.SETTINGS],
  Category: [BOOK.category, books.OTHER_BOOK.category],
  CategoryEntry: [books.CATEGORY],
  Chapter: books.CHAPTERS,
  ChapterContent: [books.CHAPTER_TEXT],
  ChapterPlace: [visitors.PLACE],
  Cover: [BOOK.cover],
  Edition: books.EDITIONS,
  Failure: [
    {
      success: 0,
      data: { book: null },
      errors: [{ code: 'NOT_FOUND', message: 'book_id: there is no book 999.' }],
      desc: 'Book not found.',
    },
  ],
  FurthestRead: [visitors.FURTHEST],
  Genre: [books.GENRE],
  HelpEvent: [books.EVENT],
  Highlight: [visitors.HIGHLIGHT],
  HistoryEntry: [visitors.ENTRY],
  Keyword: [books.KEYWORD, books.SERIES],
  LibraryItem: visitors.ITEMS,
  Locator: [visitors.LOCATOR],
  LockedBook: itemsOf('user.locked_books'),
  RankingType: books.RANKINGS,
  Recharge: itemsOf('user.recharges'),
  Reference: [BOOK.author],
  Session: [visitors.SESSION],
  SettingsPicture: [books.SETTINGS.pictures.logo],
  Share: [(dataOf('share.create') as { share: unknown }).share],
  ShareTarget: [
    { kind: 'book', book: books.BOOK_LINK },
    { kind: 'help', id: books.EVENT.id, book_id: BOOK.id },
  ],
  Shelf: [books.SHELF],
  SimilarBooks: [{ id: BOOK.id, books: [books.OTHER_BOOK] }],
  Suggestion: itemsOf('search.suggest'),
  Tag: [books.TAG, books.OTHER_TAG],
  Target: [
    ...books.BANNERS.map(({ target }) => target),
    { kind: 'genre', genre: { id: books.GENRE.id, name: books.GENRE.name } },
    { kind: 'tag', tag: { id: books.TAG.id, name: books.TAG.name } },
    { kind: 'section', section: { id: books.SHELF.id, name: books.SHELF.name } },
    { kind: 'url', url: 'https://example.com/event' },
  ],
  UserInfo: [visitors.USER],
  Voucher: itemsOf('user.vouchers'),
};

function dataOf(name: string): unknown {
  const call = CALLS.find((one) => one.name === name);
  return call && exampleOfCall(call).data;
}

function itemsOf(name: string): readonly unknown[] {
  return (dataOf(name) as { items: unknown[] }).items;
}

/** Returns the examples of an object. @throws LecternError if it has none */
export function examplesOfObject(name: string): readonly unknown[] {
  const found = OBJECT_EXAMPLES[name];
  if (found) return found;
  throw new LecternError(
    'CONTRACT_DOCS',
    `The object ${name} has no example. Add it to scripts/contract-docs/examples/objects.ts.`,
  );
}
