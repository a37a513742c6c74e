import * as contract from '#src/contract/index.ts';
import { expects } from './faults.ts';
import { type Plan, plan } from './recipe.ts';
import { BOOKS_PLANS } from './recipes-books.ts';
import { SHARE_PLANS } from './recipes-share.ts';
import { VISITOR_PLANS } from './recipes-visitor.ts';
import { distinctFaults, NO_ID } from './rules-reference.ts';

/** Calls that an upstream may lack, as judged where it has them. */
export const OPTIONAL_PLANS: readonly Plan[] = [
  plan(contract.bookList, {
    params: () => ({}),
    list: { pageOf: (data) => data },
    changes: true,
    more: ({ items }, _run, asked) => {
      const wrong = items.findIndex(({ id }, place) => id <= (items[place - 1]?.id ?? 0));
      return expects(wrong < 0, asked, `items.${wrong} comes too late`, 'Order the books by id.');
    },
  }),
  ...BOOKS_PLANS,
  plan(contract.bookBrief, {
    params: ({ found: { book } }) => book && { ids: `${book.id},${NO_ID}` },
    needs: 'book',
    bad: [{}, { ids: 'x' }],
    more: ({ items }, { found: { book } }, asked) => [
      ...expects(items.length === 1, asked, `items holds ${items.length} books of 1`, 'Leave out what is not there.'),
      ...expects(
        items[0]?.id === book?.id && items[0]?.chapters === book?.chapters,
        asked,
        'items.0 is another book, or has another number of chapters',
        'Agree with the lists.',
      ),
    ],
  }),
  plan(contract.categoryList, {
    params: () => ({}),
    more: ({ items }, { found }, asked) => {
      const name = found.book?.category.name;
      const isListed = name === undefined || items.some((entry) => entry.name === name);
      return expects(
        isListed,
        asked,
        `items lacks "${name}", the category of a book`,
        'List each category that has books.',
      );
    },
  }),
  plan(contract.chapterShow, {
    params: ({ found: { book, chapters } }) => {
      const first = chapters[0];
      return book && first ? { book_id: book.id, chapter_id: first.id } : undefined;
    },
    needs: 'book with chapters',
    missing: [
      { book_id: NO_ID, chapter_id: 1 },
      { book_id: 1, chapter_id: NO_ID },
    ],
    bad: [{}, { book_id: 'x', chapter_id: 1 }],
    more: ({ chapter }, { found: { book, chapters } }, asked) => {
      if (!chapter) return expects(false, asked, 'chapter is null', 'Answer 404 NOT_FOUND for what is not there.');
      const is = (field: string, value: unknown, other: unknown) =>
        expects(value === other, asked, `chapter.${field} is ${value}, expected ${other}`, 'Agree with book.chapters.');
      return [
        ...is('id', chapter.id, chapters[0]?.id),
        ...is('book_id', chapter.book_id, book?.id),
        ...is('number', chapter.number, 1),
        ...is('previous_id', chapter.previous_id, null),
        ...is('next_id', chapter.next_id, chapters[1]?.id ?? null),
        ...expects(chapter.html.trim() !== '', asked, 'chapter.html is empty', 'Send the text.'),
      ];
    },
  }),
  plan(contract.chapterFind, {
    params: ({ found: { book, chapters } }) => book && chapters[0] && { book_id: book.id, keyword: 'a' },
    needs: 'book with chapters',
    missing: [{ book_id: NO_ID, keyword: 'a' }],
    bad: [{}, { book_id: 1, keyword: '' }, { book_id: 1, keyword: 'a', from: 0 }],
    more: ({ items, next }, { found: { chapters } }, asked) => {
      const wrong = items.findIndex(
        ({ chapter, count }, place) => count < 1 || chapter.number <= (items[place - 1]?.chapter.number ?? 0),
      );
      const known = new Set(chapters.map(({ id }) => id));
      const alien = items.find(({ chapter }) => !known.has(chapter.id));
      const last = items.at(-1)?.chapter.number ?? 0;
      return [
        ...expects(wrong < 0, asked, `items.${wrong} comes too late or is empty`, 'List what holds it, by number.'),
        ...expects(!alien, asked, `items holds chapter ${alien?.chapter.id}`, 'Agree with book.chapters.'),
        ...expects(next === null || next > last, asked, `next is ${next} after ${last}`, 'Go on behind the last one.'),
      ];
    },
  }),
  plan(contract.searchSuggest, {
    params: ({ found }) => found.book && { keyword: found.book.title.slice(0, 4), limit: 3 },
    needs: 'book',
    bad: [{}, { keyword: '' }, { keyword: 'a', limit: 500 }],
    more: ({ items }, _run, asked) => [
      ...expects(items.length <= 3, asked, `items holds ${items.length} suggestions of 3`, 'Keep to limit.'),
      ...distinctFaults(
        asked,
        items.flatMap((item) => (item.kind === 'book' ? [item.book] : [])),
        'items',
      ),
    ],
  }),
  plan(contract.searchPopular, {
    params: () => ({ limit: 3 }),
    bad: [{ limit: 500 }],
    more: ({ items }, _run, asked) =>
      expects(items.length <= 3, asked, `items holds ${items.length} words of 3`, 'Keep to limit.'),
  }),
  plan(contract.pushKey, { params: () => ({}) }),
  ...SHARE_PLANS,
  ...VISITOR_PLANS,
];
