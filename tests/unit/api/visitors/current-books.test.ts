import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import { itemsWithCurrentBooks, withCurrentBooks } from '#src/api/visitors/current-books.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { smallBook } from '../../../helpers/small-api.ts';

let folder: string;
let store: Store;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-store-'));
  store = await openStore(folder);
  const writer = createWriter(store, { now: () => new Date('2026-03-01T00:00:00Z') });
  await writer.transaction(() => writer.putBook(smallBook(1, { title: 'As it is now' })));
});
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

const remembered = (id: number) => ({
  book: { id, title: 'As it was', category: { name: 'Old', sub_name: null } },
  cover: { url: '/old.jpg', widths: [], tone: 0 },
});

it('a book in a history has the title, category and cover of today, whatever the device remembered', async () => {
  const current = await withCurrentBooks(store, [1, 2]);
  expect(current(remembered(1))).toEqual({
    book: { id: 1, title: 'As it is now', category: expect.objectContaining({ name: 'Mystery' }) },
    cover: null,
  });
  expect(current(remembered(2))).toEqual(remembered(2));
});

it('items of a library that are no books, or were removed, stay as they are', async () => {
  const item = (kind: string, value: unknown) => ({ kind, id: '1', at: 1, value }) as unknown as LibraryItem;
  const now = expect.objectContaining({ book: expect.objectContaining({ title: 'As it is now' }), cover: null });
  const items = [
    item('read', remembered(1)),
    item('shelf', remembered(1)),
    item('read', null),
    item('shelf', null),
    item('mark', { note: 'of the book' }),
  ];
  const current = await itemsWithCurrentBooks(store, items);
  expect(current.map(({ value }) => value)).toEqual([now, now, null, null, { note: 'of the book' }]);
});
