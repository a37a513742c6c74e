import type { BookFigure } from '../calls/living-list.ts';
import * as contract from '../index.ts';
import { type ContractCase, defineCase } from './case.ts';
import { checkOrder } from './check-order.ts';
import { checkDistinct, NO_ID } from './check-references.ts';
import type { ProbeResponse } from './probe-client.ts';
import { problemUnless } from './problems.ts';
import type { Problem } from './types.ts';

const LIMIT = 3;
const demands = ['Books are ordered by `figure`, highest first, then by id, lowest first.', '`limit` is respected.'];

const checkFigures = (items: readonly BookFigure[], response: ProbeResponse): Problem[] => [
  ...problemUnless(
    items.length <= LIMIT,
    response,
    `items has ${items.length} books, expected at most ${LIMIT}`,
    'Respect limit.',
  ),
  ...checkOrder(response, items, (one, other) => other.figure - one.figure || one.book.id - other.book.id, {
    fix: 'Order by figure, higher first, then by id, lower first.',
  }),
  ...checkDistinct(
    response,
    items.map(({ book }) => book),
    'items',
  ),
];

/** Cases of the lists that are computed from readers. */
export const LIVING_LIST_CASES: readonly ContractCase[] = [
  defineCase(contract.bookTrending, {
    demands,
    params: () => ({ limit: LIMIT }),
    invalid: [{ limit: 500 }],
    checkData: ({ items }, _run, response) => checkFigures(items, response),
  }),
  defineCase(contract.bookFigures, {
    demands,
    params: () => ({ list: 'week' as const, limit: LIMIT }),
    invalid: [{}, { list: 'day' }, { list: 'week', limit: 500 }, { list: 'rising', genre_id: 'x' }],
    checkData: ({ items }, _run, response) => checkFigures(items, response),
  }),
  defineCase(contract.bookSimilar, {
    demands: ['Only the given books occur, each once.', 'No book is similar to itself.', '`limit` is respected.'],
    params: ({ fixtures: { book } }) => book && { ids: `${book.id},${NO_ID}`, limit: LIMIT },
    needs: 'book',
    invalid: [{}, { ids: 'x' }, { ids: '1', limit: 13 }],
    checkData: ({ items }, { fixtures: { book } }, response) => [
      ...problemUnless(
        items.every(({ id }) => id === book?.id) && items.length <= 1,
        response,
        'items contains other books than the given ones, or one twice',
        'Return the given books in the order of the ids, each once.',
      ),
      ...items.flatMap(({ id, books }, place) => [
        ...checkDistinct(response, books, `items.${place}.books`),
        ...problemUnless(
          books.length <= LIMIT,
          response,
          `items.${place}.books has ${books.length} books, expected at most ${LIMIT}`,
          'Respect limit.',
        ),
        ...problemUnless(
          books.length > 0 && books.every((one) => one.id !== id),
          response,
          `items.${place}.books is empty or contains the book itself`,
          'Leave out books without similar books, and the book itself.',
        ),
      ]),
    ],
  }),
];
