import { expect, it } from 'vitest';
import { readChangedBooks } from '#src/snapshot/changed-books.ts';
import { bookNumbered, pageOf, type Table, tableUpstream } from '../../helpers/table-upstream.ts';

const changesSince = (table: Table) => readChangedBooks(tableUpstream(table), 'en', 'c1');

it('the books that have changed since a cursor are read, without those that are gone again', async () => {
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

it('no changed books are known of an upstream that refuses the cursor, or has no list of all books', async () => {
  expect(await changesSince({ 'book.list': () => 'GONE' })).toBeUndefined();
  expect(await changesSince({})).toBeUndefined();
});
