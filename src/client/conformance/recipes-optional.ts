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
  ...SHARE_PLANS,
  ...VISITOR_PLANS,
];
