import { slug } from '#src/lib/slug.ts';
import * as contract from '../index.ts';
import { type ContractCase, defineCase } from './case.ts';
import { BOOK_LIST_CASES } from './cases-books.ts';
import { LIBRARY_CASES } from './cases-library.ts';
import { LIVING_LIST_CASES } from './cases-living-lists.ts';
import { SHARE_CASES } from './cases-share.ts';
import { VISITOR_CASES } from './cases-visitor.ts';
import { checkAlphabet } from './check-order.ts';
import { checkDistinct, NO_ID } from './check-references.ts';
import { problemUnless } from './problems.ts';

/** Cases of calls that an upstream may lack. */
export const OPTIONAL_CASES: readonly ContractCase[] = [
  defineCase(contract.bookList, {
    demands: ['Books are ordered by id, lowest first.'],
    params: () => ({}),
    list: { pageOf: (data) => data },
    changes: true,
    checkData: ({ items }, _run, response) => {
      const wrong = items.findIndex(({ id }, place) => id <= (items[place - 1]?.id ?? 0));
      return problemUnless(wrong < 0, response, `items.${wrong} is out of order`, 'Order the books by id.');
    },
  }),
  ...BOOK_LIST_CASES,
  defineCase(contract.brandSettings, {
    demands: ['The settings are the same in every section.'],
    params: () => ({}),
    checkData: async ({ settings }, { client }, response) => {
      const again = await client.dataOf(contract.brandSettings, {});
      return problemUnless(
        again === undefined || JSON.stringify(again.settings) === JSON.stringify(settings),
        response,
        'settings differ between two calls',
        'Return the same settings until somebody changes them.',
      );
    },
  }),
  defineCase(contract.bookBrief, {
    demands: ['Unknown books are omitted.', '`chapters` matches the lists.'],
    params: ({ fixtures: { book } }) => book && { ids: `${book.id},${NO_ID}` },
    needs: 'book',
    invalid: [{}, { ids: 'x' }],
    checkData: ({ items }, { fixtures: { book } }, response) => [
      ...problemUnless(
        items.length === 1,
        response,
        `items has ${items.length} books, expected 1`,
        'Leave out books that do not exist.',
      ),
      ...problemUnless(
        items[0]?.id === book?.id && items[0]?.chapters === book?.chapters,
        response,
        'items.0 is a different book or has a different number of chapters',
        'Return the same data as the lists.',
      ),
    ],
  }),
  defineCase(contract.chapterDates, {
    demands: [
      'It returns the chapters of `book.chapters` with their `updated_at`, in reading order, and omits unknown books.',
    ],
    params: ({ fixtures: { book } }) => book && { ids: `${book.id},${NO_ID}` },
    needs: 'book',
    invalid: [{}, { ids: 'x' }],
    checkData: async ({ items }, { client, fixtures: { book } }, response) => {
      const listed = book && (await client.dataOf(contract.bookChapters, { book_id: book.id }));
      const all = listed?.items ?? [];
      const dated = items.filter(({ id }) => id === book?.id).flatMap(({ chapters }) => chapters);
      const idAndDate = ({ id, updated_at }: { id: number; updated_at: string }) => `${id} ${updated_at}`;
      return problemUnless(
        all.map(idAndDate).join() === dated.map(idAndDate).join() && items.every(({ id }) => id === book?.id),
        response,
        'items has different chapters or dates than book.chapters',
        'Return each chapter with its updated_at, in reading order, and leave out books that do not exist.',
      );
    },
  }),
  defineCase(contract.bookEditions, {
    demands: ['Editions are ordered by id, lowest first.', 'The book itself is omitted.'],
    params: ({ fixtures: { book, chapters } }) =>
      book && { book_id: book.id, ...(chapters[0] && { chapter_id: chapters[0].id }) },
    needs: 'book',
    missing: [{ book_id: NO_ID }],
    invalid: [{}, { book_id: 'x' }, { book_id: 1, chapter_id: 'x' }],
    checkData: ({ items }, { fixtures: { book } }, response) => [
      ...problemUnless(
        items.every(({ id }) => id !== book?.id),
        response,
        'items contains the requested book',
        'Return only the other editions.',
      ),
      ...problemUnless(
        items.every(({ id }, place) => id > (items[place - 1]?.id ?? 0)),
        response,
        'items is not ordered by id',
        'Order the editions by id, each once.',
      ),
    ],
  }),
  defineCase(contract.bookByName, {
    demands: ['A book is found by the slug of its title.'],
    params: ({ fixtures: { book } }) => book && { name: slug(book.title, book.id) },
    needs: 'book',
    missing: [{ name: 'no-book-has-this-name' }],
    invalid: [{}, { name: '' }],
    checkData: async ({ book_id }, { client, fixtures: { book } }, response) => {
      if (book_id === null || book === undefined)
        return problemUnless(false, response, 'book_id is null', 'Find a book by the slug of its title.');
      const named = (await client.dataOf(contract.bookShow, { book_id }))?.book;
      const expected = (await client.dataOf(contract.bookShow, { book_id: book.id }))?.book;
      const isOlder =
        book_id <= book.id ||
        !named ||
        !expected ||
        Date.parse(named.published_at) <= Date.parse(expected.published_at);
      return [
        ...problemUnless(
          !named || slug(named.title, named.id).toLowerCase() === slug(book.title, book.id).toLowerCase(),
          response,
          `book_id is ${book_id}, "${named?.title}"`,
          'Find a book by the slug of its title.',
        ),
        ...problemUnless(
          isOlder,
          response,
          `book_id is ${book_id}, which is newer than ${book.id}`,
          'If several books have the name, return the oldest.',
        ),
      ];
    },
  }),
  defineCase(contract.categoryList, {
    demands: ['Every category with books is listed.'],
    params: () => ({}),
    checkData: ({ items }, run, response) => {
      const name = run.fixtures.book?.category.name;
      const isListed = name === undefined || items.some((entry) => entry.name === name);
      return [
        ...problemUnless(
          isListed,
          response,
          `items lacks "${name}", the category of a book`,
          'List every category that has books.',
        ),
        ...checkAlphabet(
          run,
          response,
          items.map((entry) => entry.name),
        ),
        ...items.flatMap(({ subs }, place) => checkAlphabet(run, response, subs, `items.${place}.subs`)),
      ];
    },
  }),
  defineCase(contract.chapterShow, {
    demands: ['Id, book, number and title match `book.chapters`, as do the previous and next chapters.'],
    params: ({ fixtures: { book, chapters } }) => {
      const first = chapters[0];
      return book && first ? { book_id: book.id, chapter_id: first.id } : undefined;
    },
    needs: 'book with chapters',
    missing: [
      { book_id: NO_ID, chapter_id: 1 },
      { book_id: 1, chapter_id: NO_ID },
    ],
    invalid: [{}, { book_id: 'x', chapter_id: 1 }],
    checkData: ({ chapter }, { fixtures: { book, chapters } }, response) => {
      if (!chapter) return problemUnless(false, response, 'chapter is null', 'Answer 404 NOT_FOUND for unknown ids.');
      const is = (field: string, value: unknown, other: unknown) =>
        problemUnless(
          value === other,
          response,
          `chapter.${field} is ${value}, expected ${other}`,
          'Return the same data as book.chapters.',
        );
      return [
        ...is('id', chapter.id, chapters[0]?.id),
        ...is('book_id', chapter.book_id, book?.id),
        ...is('number', chapter.number, 1),
        ...is('previous_id', chapter.previous_id, null),
        ...is('next_id', chapter.next_id, chapters[1]?.id ?? null),
        ...problemUnless(chapter.html.trim() !== '', response, 'chapter.html is empty', 'Send the text.'),
      ];
    },
  }),
  defineCase(contract.chapterFind, {
    demands: [
      'Chapters belong to the book, are ordered by number, and have at least one match each.',
      '`next` continues after the last one.',
    ],
    params: ({ fixtures: { book, chapters } }) => book && chapters[0] && { book_id: book.id, keyword: 'a' },
    needs: 'book with chapters',
    missing: [{ book_id: NO_ID, keyword: 'a' }],
    invalid: [{}, { book_id: 1, keyword: '' }, { book_id: 1, keyword: 'a', from: 0 }],
    checkData: ({ items, next }, { fixtures: { chapters } }, response) => {
      const wrong = items.findIndex(
        ({ chapter, count }, place) => count < 1 || chapter.number <= (items[place - 1]?.chapter.number ?? 0),
      );
      const chapterIds = new Set(chapters.map(({ id }) => id));
      const foreign = items.find(({ chapter }) => !chapterIds.has(chapter.id));
      const last = items.at(-1)?.chapter.number ?? 0;
      return [
        ...problemUnless(
          wrong < 0,
          response,
          `items.${wrong} is out of order or empty`,
          'List the chapters that contain the text, by number.',
        ),
        ...problemUnless(
          !foreign,
          response,
          `items contains chapter ${foreign?.chapter.id} of another book`,
          'Return the same data as book.chapters.',
        ),
        ...problemUnless(
          next === null || next > last,
          response,
          `next is ${next} after ${last}`,
          'Continue after the last chapter.',
        ),
      ];
    },
  }),
  defineCase(contract.searchSuggest, {
    demands: ['`limit` is respected, and no book is suggested twice.'],
    params: ({ fixtures }) => fixtures.book && { keyword: fixtures.book.title.slice(0, 4), limit: 3 },
    needs: 'book',
    invalid: [{}, { keyword: '' }, { keyword: 'a', limit: 500 }],
    checkData: ({ items }, _run, response) => [
      ...problemUnless(
        items.length <= 3,
        response,
        `items has ${items.length} suggestions, expected at most 3`,
        'Respect limit.',
      ),
      ...checkDistinct(
        response,
        items.flatMap((item) => (item.kind === 'book' ? [item.book] : [])),
        'items',
      ),
    ],
  }),
  defineCase(contract.searchPopular, {
    demands: ['`limit` is respected.'],
    params: () => ({ limit: 3 }),
    invalid: [{ limit: 500 }],
    checkData: ({ items }, _run, response) =>
      problemUnless(
        items.length <= 3,
        response,
        `items has ${items.length} words, expected at most 3`,
        'Respect limit.',
      ),
  }),
  ...LIVING_LIST_CASES,
  ...SHARE_CASES,
  ...LIBRARY_CASES,
  ...VISITOR_CASES,
];
