import { afterAll, beforeAll, expect, it } from 'vitest';
import { itemsWithCurrentBooks, withCurrentBooks } from '#src/api/visitors/current-books.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { type EmptyStore, openEmptyStore } from '../../../helpers/empty-store.ts';
import { smallBook } from '../../../helpers/small-api.ts';

let open: EmptyStore;
beforeAll(async () => {
  open = await openEmptyStore();
  await open.write((writer) => writer.putBook(smallBook(1, { title: 'As it is now' })));
});
afterAll(() => open.close());

const remembered = (id: number) => ({
  book: { id, title: 'As it was', category: { name: 'Old', sub_name: null } },
  cover: { url: '/old.jpg', widths: [], tone: 0 },
});

it('a book in a reading history has its current title, category and cover, even if the device sent others', async () => {
  const current = await withCurrentBooks(open.store, [1, 2]);
  expect(current(remembered(1))).toEqual({
    book: { id: 1, title: 'As it is now', category: expect.objectContaining({ name: 'Mystery' }) },
    cover: null,
  });
  expect(current(remembered(2))).toEqual(remembered(2));
});

it('removed library items, and items other than books, are returned unchanged', async () => {
  const item = (kind: string, value: unknown) => ({ kind, id: '1', at: 1, value }) as unknown as LibraryItem;
  const now = expect.objectContaining({ book: expect.objectContaining({ title: 'As it is now' }), cover: null });
  const items = [
    item('read', remembered(1)),
    item('shelf', remembered(1)),
    item('read', null),
    item('shelf', null),
    item('mark', { note: 'of the book' }),
  ];
  const current = await itemsWithCurrentBooks(open.store, items);
  expect(current.map(({ value }) => value)).toEqual([now, now, null, null, { note: 'of the book' }]);
});
