import { describe, expect, it } from 'vitest';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const book = (id: number) => ({ id, title: `Book ${id}`, category: { name: 'Romance', sub_name: null } });
const load = () => loadStores(memoryPlatform());
type Stores = Awaited<ReturnType<typeof load>>;

const read = ({ history }: Stores, id: number, chapter = 1) =>
  history.recordReading({
    book: book(id),
    cover: null,
    chapter: { id: id * 10 + chapter, number: chapter, title: 'C' },
  });
const places = ({ local }: Stores) =>
  local.$readlogList.get().map(({ book: { id }, chapter }) => [id, chapter?.number]);

describe('a library file', () => {
  it('restores the same library in another browser', async () => {
    const one = await load();
    read(one, 1);
    one.shelf.addToShelf({ book: book(2), cover: null }, 9);
    one.lists.setListed('later', 2, true);
    one.hidden.hideTag({ id: 7, name: 'Wolves' });
    const file = one.transfer.exportLibrary();
    expect(JSON.parse(file)).toMatchObject({ lectern: 1, exported_at: '2026-05-01T12:00:00.000Z' });
    const two = await load();
    expect(two.transfer.importLibrary(file)).toEqual({ problem: null, applied: 5, broken: 0 });
    expect([...two.library.localItems()]).toEqual([...one.library.localItems()]);
    expect(two.transfer.importLibrary(file)).toEqual({ problem: null, applied: 0, broken: 0 });
  });

  it('is merged into the library: newer positions win and removed items are restored', async () => {
    const platform = memoryPlatform();
    const stores = await loadStores(platform);
    read(stores, 1, 1);
    read(stores, 2, 1);
    const file = stores.transfer.exportLibrary();
    platform.setNow('2026-05-02T00:00:00Z');
    read(stores, 1, 8);
    read(stores, 3, 1);
    stores.history.removeFromHistory(2);
    expect(stores.transfer.importLibrary(file)).toMatchObject({ applied: 1 });
    expect(places(stores).toSorted()).toEqual([
      [1, 8],
      [2, 1],
      [3, 1],
    ]);
    expect(stores.local.$historyRemovals.get()).toEqual([]);
  });

  it('does not replace later reading if its timestamps are in the future', async () => {
    const stores = await load();
    read(stores, 1, 1);
    const file = JSON.parse(stores.transfer.exportLibrary());
    file.items[0].at += 31_536_000_000;
    file.items[0].value.chapter.number = 5;
    const other = await load();
    other.transfer.importLibrary(JSON.stringify(file));
    read(other, 1, 6);
    expect(places(other)).toEqual([[1, 6]]);
    expect(Date.parse(other.local.$readlogList.get()[0]?.read_at ?? '')).toBeLessThan(
      Date.parse('2026-05-01T12:00:01Z'),
    );
  });

  it.each([
    ['', 'junk'],
    ['{"x":[1,', 'junk'],
    ['[]', 'junk'],
    ['{"lectern":1}', 'junk'],
    ['{"lectern":1,"items":[{"kind":"virus"}]}', 'junk'],
    ['{"lectern":2,"items":[]}', 'newer'],
  ])('rejects %s and changes nothing', async (text, problem) => {
    const stores = await load();
    read(stores, 1);
    const before = [...stores.library.localItems()];
    expect(stores.transfer.importLibrary(text)).toEqual({ problem });
    expect([...stores.library.localItems()]).toEqual(before);
  });

  it('skips only unreadable entries', async () => {
    const stores = await load();
    read(stores, 1);
    const file = JSON.parse(stores.transfer.exportLibrary());
    file.items.push({ kind: 'read', id: 'x', value: null, at: 1 }, 7);
    const other = await load();
    expect(other.transfer.importLibrary(JSON.stringify(file))).toEqual({ problem: null, applied: 1, broken: 2 });
  });
});
