import * as contract from '#src/contract/index.ts';
import { expects } from './faults.ts';
import { type Plan, plan } from './recipe.ts';
import * as reference from './rules-reference.ts';
import { searchFaults } from './rules-search.ts';

const { NO_ID } = reference;
const present = 'Answer 404 NOT_FOUND for what is not there, and never a success with null.';

/** The twelve calls that every upstream has, as judged. */
export const REQUIRED_PLANS: readonly Plan[] = [
  plan(contract.authorHome, {
    params: ({ found }) => found.book && { author_id: found.book.author.id },
    needs: 'book',
    list: { pageOf: ({ books }) => books },
    missing: [{ author_id: NO_ID }],
    bad: [{}, { author_id: 'x' }],
    more: ({ author, books }, { found }, asked) => [
      ...expects(author !== null, asked, 'author is null', present),
      ...expects(
        !author || author.id === found.book?.author.id,
        asked,
        'author.id is another',
        'Answer who was asked for.',
      ),
      ...expects(
        !author || author.books === books.total,
        asked,
        `author.books is ${author?.books}, books.total ${books.total}`,
        'Count the same books.',
      ),
      ...expects(
        books.items.every((book) => book.author.id === author?.id),
        asked,
        'books.items holds a book by another author',
        'List the books of the author alone.',
      ),
    ],
  }),
  plan(contract.bannerIndex, {
    params: () => ({}),
    more: async ({ items }, run, asked) => [
      ...reference.distinctFaults(asked, items, 'items'),
      ...(await Promise.all(items.slice(0, 10).map((banner) => reference.targetFaults(run, asked, banner)))).flat(),
    ],
  }),
  plan(contract.bookChapters, {
    params: ({ found }) => found.book && { book_id: found.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    bad: [{}, { book_id: 'x' }],
    more: ({ items }, _run, asked) => [
      ...reference.distinctFaults(asked, items, 'items'),
      ...reference.numberFaults(asked, items),
    ],
  }),
  plan(contract.recommendIndex3, {
    params: () => ({}),
    more: async ({ items }, run, asked) => [
      ...reference.distinctFaults(asked, items, 'items'),
      ...items.flatMap(({ books }, place) => reference.distinctFaults(asked, books, `items.${place}.books`)),
      ...(
        await Promise.all(
          items
            .slice(0, 10)
            .flatMap(({ books }) => books.slice(0, 1))
            .map((book) => reference.bookFaults(run, asked, book)),
        )
      ).flat(),
    ],
  }),
  plan(contract.recommendTagGroupList, {
    params: () => ({}),
    more: async ({ items }, run, asked) => [
      ...reference.distinctFaults(asked, items, 'items'),
      ...(await reference.genreTagFaults(
        run,
        asked,
        items.flatMap(({ tags }) => tags),
      )),
    ],
  }),
  plan(contract.bookRankList, {
    params: () => ({}),
    more: ({ items }, _run, asked) => [
      ...expects(
        new Set(items.map(({ type }) => type)).size === items.length,
        asked,
        'items holds a type twice',
        'Put the rankings of a type in one entry.',
      ),
      ...items.flatMap((entry, place) => reference.distinctFaults(asked, entry.items, `items.${place}.items`)),
    ],
  }),
  plan(contract.bookRankBookList, {
    params: ({ found }) => found.ranking,
    needs: 'ranking',
    list: { pageOf: (data) => data },
    missing: [{ type: 'no-such-ranking', id: NO_ID }],
    bad: [{}, { type: 'x', id: 'x' }],
    more: async ({ items }, run, asked) =>
      (await Promise.all(items.slice(0, 3).map((book) => reference.bookFaults(run, asked, book)))).flat(),
  }),
  plan(contract.bookShow, {
    params: ({ found }) => found.book && { book_id: found.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    bad: [{}, { book_id: 'x' }, { book_id: 0 }],
    more: async ({ book }, run, asked) => {
      if (!book) return expects(false, asked, 'book is null', present);
      return [
        ...expects(
          book.id === run.found.book?.id,
          asked,
          `book.id is ${book.id}`,
          'Answer the book that was asked for.',
        ),
        ...(await reference.chapterCountFaults(run, asked, book)),
        ...(await reference.authorFaults(run, asked, book)),
        ...(await reference.coverFaults(run, asked, book)),
      ];
    },
  }),
  plan(contract.seoKeywordsPage, { params: () => ({}), list: { pageOf: (data) => data }, changes: true }),
  plan(contract.searchMulti, {
    params: ({ found }) => found.book && { keyword: found.book.title },
    needs: 'book',
    list: { pageOf: ({ books }) => books },
    bad: [{}, { keyword: '' }, { keyword: 'a', group: 'everything' }],
    more: (_data, run) => searchFaults(run),
  }),
  plan(contract.seoBookTags, { params: () => ({}), list: { pageOf: (data) => data }, changes: true }),
  plan(contract.eventInviteActivityHelpPage, {
    params: ({ found }) => ({ active_id: found.event }),
    unknown: ({ found }) => `its data was not judged: there is no help event ${found.event}; name one by --event N`,
    missing: [{ active_id: NO_ID }],
    bad: [{}, { active_id: 'x' }],
    more: async ({ event }, run, asked) => {
      if (!event) return expects(false, asked, 'event is null', present);
      return [
        ...expects(
          event.id === run.found.event,
          asked,
          `event.id is ${event.id}`,
          'Answer the event that was asked for.',
        ),
        ...(await reference.bookFaults(run, asked, event.book)),
      ];
    },
  }),
];
