import { expect, it } from 'vitest';
import { readChangedBooks } from '#src/publish/snapshot/changed-books.ts';
import { bookNumbered, pageOf, type Table, tableUpstream } from '../../../helpers/table-upstream.ts';

const changesSince = (table: Table) => readChangedBooks(tableUpstream(table), 'en', 'c1');

it('readChangedBooks returns the books changed since a cursor, except books that were removed later', async () => {
  const changed = [bookNumbered(3), bookNumbered(9)];
  const books = await changesSince({
    'book.list': (params) => ({
      ...pageOf('since' in params && params['since'] === 'c1' ? changed : [], params),
      removed: 'since' in params ? [4] : [],
      cursor: 'c2',
    }),
  });
  expect([...(books ?? [])].map(([id, book]) => [id, book.title])).toEqual([
    [3, 'Book 3'],
    [9, 'Book 9'],
  ]);
});

it('readChangedBooks returns undefined if the upstream refuses the cursor or has no list of all books', async () => {
  expect(await changesSince({ 'book.list': () => 'GONE' })).toBeUndefined();
  expect(await changesSince({})).toBeUndefined();
});
