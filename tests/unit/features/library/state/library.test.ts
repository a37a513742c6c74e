import { describe, expect, it } from 'vitest';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const BOOK = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };
const load = () => loadStores(memoryPlatform());
const NOON = Date.parse('2026-05-01T12:00:00Z');

describe('lists on the shelf', () => {
  it('can be created, renamed and deleted, and a book can be in several lists', async () => {
    const { lists, local } = await load();
    const id = lists.createList('  Sea  ') ?? '';
    expect(local.$lists.get()).toMatchObject([{ id, name: 'Sea' }]);
    lists.renameList(id, 'Deep sea');
    lists.setListed(id, 4, true);
    lists.setListed('later', 4, true);
    expect(local.$listEntries.get().map(({ list }) => list)).toEqual([id, 'later']);
    const deleted = lists.deleteList(id);
    expect([local.$lists.get(), local.$listEntries.get().map(({ list }) => list)]).toEqual([[], ['later']]);
    if (deleted) lists.restoreList(deleted);
    expect(local.$lists.get()).toMatchObject([{ name: 'Deep sea' }]);
    expect(local.$listEntries.get().map(({ list }) => list)).toEqual(['later', id]);
  });

  it('must have a name and are limited to fifty', async () => {
    const { lists, local } = await loadStores({ ...memoryPlatform(), randomUuid: () => crypto.randomUUID() });
    expect(lists.createList('   ')).toBeUndefined();
    for (let number = 0; number < lists.LISTS_LIMIT + 5; number += 1) lists.createList(`List ${number}`);
    expect(local.$lists.get()).toHaveLength(lists.LISTS_LIMIT);
  });
});

describe('hidden tags', () => {
  it('stay hidden until the visitor shows them again, and this change is stored as a removal', async () => {
    const { hidden, local } = await load();
    hidden.hideTag({ id: 7, name: 'Wolves' });
    hidden.hideTag({ id: 7, name: 'Wolves' });
    expect(local.$hiddenTags.get()).toEqual([{ id: 7, name: 'Wolves', at: NOON }]);
    hidden.showTag(7);
    expect(local.$hiddenTags.get()).toEqual([]);
    expect(local.$tombstones.get()).toEqual([{ key: 'hidden/7', at: NOON + 1 }]);
    hidden.hideTag({ id: 7, name: 'Wolves' });
    expect(local.$hiddenTags.get()[0]?.at).toBe(NOON + 2);
    expect(local.$tombstones.get()).toEqual([]);
  });
});

describe('changes to the library', () => {
  it('get a later timestamp than the item they change, even if the clock was set back', async () => {
    const platform = memoryPlatform();
    const { history, library } = await loadStores(platform);
    const entry = { book: BOOK, cover: null, chapter: { id: 41, number: 1, title: 'One' } };
    history.recordReading(entry);
    platform.setNow('2026-04-01T00:00:00Z');
    history.recordReading({ ...entry, chapter: { id: 42, number: 2, title: 'Two' } });
    expect(library.localItems().get('read/4')).toMatchObject({ at: NOON + 1, value: { chapter: { number: 2 } } });
    history.removeFromHistory(4);
    expect(library.localItems().get('read/4')).toMatchObject({ at: NOON + 2, value: null });
  });

  it('can be synced and merged, whatever their kind', async () => {
    const one = await load();
    one.history.recordReading({ book: BOOK, cover: null, chapter: { id: 41, number: 1, title: 'One' } });
    one.shelf.addToShelf({ book: BOOK, cover: null }, 12);
    const list = one.lists.createList('Sea') ?? '';
    one.lists.setListed(list, 4, true);
    one.hidden.hideTag({ id: 7, name: 'Wolves' });
    const place = { block: 2, offset: 5, hash: '0123abcd' };
    const moment = '2026-05-01T12:00:00.000Z';
    one.local.$marks.set([
      {
        kind: 'bookmark',
        id: 'mark-0001',
        book: BOOK,
        chapter: { id: 41, number: 1, title: 'One' },
        start: place,
        text: 'A line',
        note: '',
        created_at: moment,
        updated_at: moment,
      },
    ]);
    const items = [...one.library.localItems().values()];
    expect(items.map(({ kind }) => kind).toSorted()).toEqual([
      'hidden',
      'list',
      'listed',
      'mark',
      'read',
      'seen',
      'shelf',
    ]);
    const two = await load();
    two.library.applyItems(items);
    expect([...two.library.localItems()].toSorted()).toEqual([...one.library.localItems()].toSorted());
    const removals = items.map((item): LibraryItem => ({ ...item, value: null, at: item.at + 1 }));
    two.library.applyItems(removals);
    expect(two.local.$marks.get()).toMatchObject([{ kind: 'removed', id: 'mark-0001' }]);
    const { $readlogList, $shelf, $lists } = two.local;
    expect([$readlogList.get(), $shelf.get(), $lists.get()]).toEqual([[], [], []]);
    expect([...two.library.localItems().values()].every(({ value }) => value === null)).toBe(true);
  });
});
