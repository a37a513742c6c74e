import * as contract from '../index.ts';
import { type ContractCase, defineCase } from './case.ts';
import { FILTERS, HOT_ORDER } from './cases-books.ts';
import { BY_HOT, checkAlphabet, checkOrder } from './check-order.ts';
import * as reference from './check-references.ts';
import { checkSearch, checkSearchOrders } from './check-search.ts';
import { problemUnless } from './problems.ts';

const { NO_ID } = reference;
const NEVER_NULL = 'Answer 404 NOT_FOUND for unknown ids, never a success with null.';

const namesOf = (items: readonly { readonly name: string }[]) => items.map(({ name }) => name);

/** Cases of the twelve required calls. */
export const REQUIRED_CASES: readonly ContractCase[] = [
  defineCase(contract.authorHome, {
    demands: [
      '`author` is the requested one, and `author.books` equals `books.total`.',
      'All books are by that author.',
    ],
    params: ({ fixtures }) => fixtures.book && { author_id: fixtures.book.author.id },
    needs: 'book',
    list: { pageOf: ({ books }) => books },
    missing: [{ author_id: NO_ID }],
    invalid: [{}, { author_id: 'x' }],
    checkData: ({ author, books }, { fixtures }, response) => [
      ...problemUnless(author !== null, response, 'author is null', NEVER_NULL),
      ...problemUnless(
        !author || author.id === fixtures.book?.author.id,
        response,
        `author.id is ${author?.id}, not the requested one`,
        'Return the requested author.',
      ),
      ...problemUnless(
        !author || author.books === books.total,
        response,
        `author.books is ${author?.books}, books.total ${books.total}`,
        'Count the same books in both.',
      ),
      ...problemUnless(
        books.items.every((book) => book.author.id === author?.id),
        response,
        'books.items contains a book by another author',
        'List only books by the author.',
      ),
      ...checkOrder(response, books.items, BY_HOT, { ...HOT_ORDER, field: 'books.items' }),
    ],
  }),
  defineCase(contract.bannerIndex, {
    demands: ['No banner is listed twice.', 'The targets of the first ten exist.'],
    params: () => ({}),
    checkData: async ({ items }, run, response) => [
      ...reference.checkDistinct(response, items, 'items'),
      ...(await Promise.all(items.slice(0, 10).map((banner) => reference.checkTarget(run, response, banner)))).flat(),
    ],
  }),
  defineCase(contract.bookChapters, {
    demands: [
      'No chapter is listed twice.',
      '`number` counts from 1 without gaps, in reading order.',
      'No chapter is locked after its `free_from`.',
    ],
    params: ({ fixtures }) => fixtures.book && { book_id: fixtures.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    invalid: [{}, { book_id: 'x' }],
    checkData: ({ items }, _run, response) => [
      ...reference.checkDistinct(response, items, 'items'),
      ...reference.checkNumbers(response, items),
      ...reference.checkFreeFrom(response, items),
    ],
  }),
  defineCase(contract.recommendIndex3, {
    demands: ['No shelf is listed twice, and no book twice on a shelf.', 'The first book of each shelf exists.'],
    params: () => ({}),
    checkData: async ({ items }, run, response) => [
      ...reference.checkDistinct(response, items, 'items'),
      ...items.flatMap(({ books }, place) => reference.checkDistinct(response, books, `items.${place}.books`)),
      ...(
        await Promise.all(
          items
            .slice(0, 10)
            .flatMap(({ books }) => books.slice(0, 1))
            .map((book) => reference.checkBook(run, response, book)),
        )
      ).flat(),
    ],
  }),
  defineCase(contract.recommendTagGroupList, {
    demands: ['No genre is listed twice.', 'All tags are in `seo.book_tags`.'],
    params: () => ({}),
    checkData: async ({ items }, run, response) => [
      ...reference.checkDistinct(response, items, 'items'),
      ...(await reference.checkGenreTags(
        run,
        response,
        items.flatMap(({ tags }) => tags),
      )),
    ],
  }),
  defineCase(contract.bookRankList, {
    demands: ['Each kind is listed once, with all its rankings.'],
    params: () => ({}),
    checkData: ({ items }, _run, response) => [
      ...problemUnless(
        new Set(items.map(({ type }) => type)).size === items.length,
        response,
        'items contains a type twice',
        'Put all rankings of a type in one entry.',
      ),
      ...items.flatMap((entry, place) => reference.checkDistinct(response, entry.items, `items.${place}.items`)),
    ],
  }),
  defineCase(contract.bookRankBookList, {
    demands: ['The first three books exist.'],
    params: ({ fixtures }) => fixtures.ranking,
    needs: 'ranking',
    list: { pageOf: (data) => data },
    missing: [{ type: 'no-such-ranking', id: NO_ID }],
    invalid: [{}, { type: 'x', id: 'x' }],
    checkData: async ({ items }, run, response) =>
      (await Promise.all(items.slice(0, 3).map((book) => reference.checkBook(run, response, book)))).flat(),
  }),
  defineCase(contract.bookShow, {
    demands: [
      'The book is the requested one; its author exists, and its cover can be loaded.',
      '`chapters` matches `book.chapters`; chapters of kind `section` may be excluded.',
      '`rating_count` is 0 if and only if `rating` is null. No brand is listed twice.',
    ],
    params: ({ fixtures }) => fixtures.book && { book_id: fixtures.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    invalid: [{}, { book_id: 'x' }, { book_id: 0 }],
    checkData: async ({ book }, run, response) => {
      if (!book) return problemUnless(false, response, 'book is null', NEVER_NULL);
      return [
        ...problemUnless(
          book.id === run.fixtures.book?.id,
          response,
          `book.id is ${book.id}`,
          'Return the requested book.',
        ),
        ...reference.checkDistinctBrands(response, book),
        ...reference.checkRatingCount(response, book),
        ...(await reference.checkChapterCount(run, response, book)),
        ...(await reference.checkAuthor(run, response, book)),
        ...(await reference.checkCover(run, response, book)),
      ];
    },
  }),
  defineCase(contract.seoKeywordsPage, {
    demands: ['Keywords are in alphabetical order.'],
    params: () => ({}),
    list: { pageOf: (data) => data },
    changes: true,
    checkData: ({ items }, run, response) => checkAlphabet(run, response, namesOf(items)),
  }),
  defineCase(contract.searchMulti, {
    demands: [
      'A book, an author, a tag and a keyword are each found by full name in their group.',
      'If the search used other words than those typed, `corrected` contains them, and searching for these words finds the same.',
      FILTERS,
    ],
    params: ({ fixtures }) => fixtures.book && { keyword: fixtures.book.title },
    needs: 'book',
    list: { pageOf: ({ books }) => books },
    invalid: [{}, { keyword: '' }, { keyword: 'a', group: 'everything' }],
    checkData: async (_data, run) => [...(await checkSearch(run)), ...(await checkSearchOrders(run))],
  }),
  defineCase(contract.seoBookTags, {
    demands: ['Tags are in alphabetical order.'],
    params: () => ({}),
    list: { pageOf: (data) => data },
    changes: true,
    checkData: ({ items }, run, response) => checkAlphabet(run, response, namesOf(items)),
  }),
  defineCase(contract.eventInviteActivityHelpPage, {
    demands: ['The event is the requested one, and its book exists.'],
    params: ({ fixtures }) => ({ active_id: fixtures.event }),
    noteNotFound: ({ fixtures }) =>
      `data not checked: help event ${fixtures.event} does not exist; give an existing one with --event N`,
    missing: [{ active_id: NO_ID }],
    invalid: [{}, { active_id: 'x' }],
    checkData: async ({ event }, run, response) => {
      if (!event) return problemUnless(false, response, 'event is null', NEVER_NULL);
      return [
        ...problemUnless(
          event.id === run.fixtures.event,
          response,
          `event.id is ${event.id}`,
          'Return the requested event.',
        ),
        ...(await reference.checkBook(run, response, event.book)),
      ];
    },
  }),
];
