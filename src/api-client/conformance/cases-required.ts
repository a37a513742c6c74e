import * as contract from '#src/contract/index.ts';
import { type ContractCase, defineCase } from './case.ts';
import * as reference from './check-references.ts';
import { checkSearch } from './check-search.ts';
import { problemUnless } from './problems.ts';

const { NO_ID } = reference;
const present = 'Answer 404 NOT_FOUND for what is not there, and never a success with null.';

/** Cases of the twelve calls that every upstream has. */
export const REQUIRED_CASES: readonly ContractCase[] = [
  defineCase(contract.authorHome, {
    params: ({ fixtures }) => fixtures.book && { author_id: fixtures.book.author.id },
    needs: 'book',
    list: { pageOf: ({ books }) => books },
    missing: [{ author_id: NO_ID }],
    invalid: [{}, { author_id: 'x' }],
    checkData: ({ author, books }, { fixtures }, response) => [
      ...problemUnless(author !== null, response, 'author is null', present),
      ...problemUnless(
        !author || author.id === fixtures.book?.author.id,
        response,
        'author.id is another',
        'Answer the author that was asked for.',
      ),
      ...problemUnless(
        !author || author.books === books.total,
        response,
        `author.books is ${author?.books}, books.total ${books.total}`,
        'Count the same books.',
      ),
      ...problemUnless(
        books.items.every((book) => book.author.id === author?.id),
        response,
        'books.items holds a book by another author',
        'List the books of the author alone.',
      ),
    ],
  }),
  defineCase(contract.bannerIndex, {
    params: () => ({}),
    checkData: async ({ items }, run, response) => [
      ...reference.checkDistinct(response, items, 'items'),
      ...(await Promise.all(items.slice(0, 10).map((banner) => reference.checkTarget(run, response, banner)))).flat(),
    ],
  }),
  defineCase(contract.bookChapters, {
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
    params: () => ({}),
    checkData: ({ items }, _run, response) => [
      ...problemUnless(
        new Set(items.map(({ type }) => type)).size === items.length,
        response,
        'items holds a type twice',
        'Put the rankings of a type in one entry.',
      ),
      ...items.flatMap((entry, place) => reference.checkDistinct(response, entry.items, `items.${place}.items`)),
    ],
  }),
  defineCase(contract.bookRankBookList, {
    params: ({ fixtures }) => fixtures.ranking,
    needs: 'ranking',
    list: { pageOf: (data) => data },
    missing: [{ type: 'no-such-ranking', id: NO_ID }],
    invalid: [{}, { type: 'x', id: 'x' }],
    checkData: async ({ items }, run, response) =>
      (await Promise.all(items.slice(0, 3).map((book) => reference.checkBook(run, response, book)))).flat(),
  }),
  defineCase(contract.bookShow, {
    params: ({ fixtures }) => fixtures.book && { book_id: fixtures.book.id },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    invalid: [{}, { book_id: 'x' }, { book_id: 0 }],
    checkData: async ({ book }, run, response) => {
      if (!book) return problemUnless(false, response, 'book is null', present);
      return [
        ...problemUnless(
          book.id === run.fixtures.book?.id,
          response,
          `book.id is ${book.id}`,
          'Answer the book that was asked for.',
        ),
        ...reference.checkDistinctBrands(response, book),
        ...reference.checkRatingCount(response, book),
        ...(await reference.checkChapterCount(run, response, book)),
        ...(await reference.checkAuthor(run, response, book)),
        ...(await reference.checkCover(run, response, book)),
      ];
    },
  }),
  defineCase(contract.seoKeywordsPage, { params: () => ({}), list: { pageOf: (data) => data }, changes: true }),
  defineCase(contract.searchMulti, {
    params: ({ fixtures }) => fixtures.book && { keyword: fixtures.book.title },
    needs: 'book',
    list: { pageOf: ({ books }) => books },
    invalid: [{}, { keyword: '' }, { keyword: 'a', group: 'everything' }],
    checkData: (_data, run) => checkSearch(run),
  }),
  defineCase(contract.seoBookTags, { params: () => ({}), list: { pageOf: (data) => data }, changes: true }),
  defineCase(contract.eventInviteActivityHelpPage, {
    params: ({ fixtures }) => ({ active_id: fixtures.event }),
    noteNotFound: ({ fixtures }) =>
      `its data was not checked: there is no help event ${fixtures.event}; name one by --event N`,
    missing: [{ active_id: NO_ID }],
    invalid: [{}, { active_id: 'x' }],
    checkData: async ({ event }, run, response) => {
      if (!event) return problemUnless(false, response, 'event is null', present);
      return [
        ...problemUnless(
          event.id === run.fixtures.event,
          response,
          `event.id is ${event.id}`,
          'Answer the event that was asked for.',
        ),
        ...(await reference.checkBook(run, response, event.book)),
      ];
    },
  }),
];
