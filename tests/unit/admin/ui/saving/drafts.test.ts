// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { booksOfDrafts, deleteDraft, deleteDraftsOfBooks, readDraft, saveDraft } from '#src/admin/ui/saving/drafts.ts';

const KEY = { user: 1, resource: 'chapters', id: 5, tab: 'a' };
const NOW = Date.UTC(2026, 5, 1);
const DRAFT = { values: { title: 'New' }, seen: { title: 'Old' }, at: NOW };
const DAY_MS = 24 * 60 * 60 * 1000;

beforeEach(() => localStorage.clear());

describe('drafts', () => {
  it('can only be read for the account and record that they belong to', () => {
    saveDraft(KEY, DRAFT);
    expect(readDraft(KEY)).toEqual(DRAFT);
    for (const other of [{ user: 2 }, { resource: 'books' }, { id: 6 }])
      expect(readDraft({ ...KEY, ...other })).toBeUndefined();
    deleteDraft(KEY);
    expect(readDraft(KEY)).toBeUndefined();
  });

  it('are deleted after 30 days for all accounts, without deleting other stored data', () => {
    localStorage.setItem('theme', 'dark');
    saveDraft({ ...KEY, user: 2 }, DRAFT);
    saveDraft(KEY, { ...DRAFT, at: NOW + 29 * DAY_MS });
    expect(readDraft({ ...KEY, user: 2 })).toEqual(DRAFT);
    saveDraft(KEY, { ...DRAFT, at: NOW + 31 * DAY_MS });
    expect(readDraft({ ...KEY, user: 2 })).toBeUndefined();
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it('are deleted for all accounts if their book was taken down, and no others are', () => {
    localStorage.setItem('theme', 'dark');
    localStorage.setItem('lectern-admin-draft:broken', '{');
    saveDraft(KEY, { ...DRAFT, book: 3 });
    saveDraft({ ...KEY, user: 2, resource: 'books', id: 3 }, { ...DRAFT, book: 3, at: NOW + 2 });
    saveDraft({ ...KEY, id: 7 }, { ...DRAFT, book: 4, at: NOW + 1 });
    saveDraft({ ...KEY, id: 8 }, DRAFT);
    expect(booksOfDrafts()).toEqual([3, 4]);
    deleteDraftsOfBooks([3, 9]);
    expect(readDraft(KEY)).toBeUndefined();
    expect(readDraft({ ...KEY, user: 2, resource: 'books', id: 3 })).toBeUndefined();
    expect(booksOfDrafts()).toEqual([4]);
    expect(readDraft({ ...KEY, id: 8 })).toEqual(DRAFT);
    expect(localStorage.getItem('theme')).toBe('dark');
  });

  it.each(['', 'null', '[]', '{"values":3,"seen":{},"at":1}', '{"values":{},"seen":{}}', '{'])(
    'are ignored if the stored text is %j',
    (text) => {
      saveDraft(KEY, DRAFT);
      localStorage.setItem(localStorage.key(0) ?? '', text);
      expect(readDraft(KEY)).toBeUndefined();
    },
  );

  it('belong to a tab, and stay there while it is open', () => {
    const other = { ...KEY, tab: 'b' };
    saveDraft(KEY, DRAFT);
    expect(readDraft(other, new Set(['a', 'b']))).toBeUndefined();
    saveDraft(other, { ...DRAFT, values: { title: 'Another' } });
    expect(readDraft(KEY, new Set(['a', 'b']))).toEqual(DRAFT);
    deleteDraft(KEY);
    expect(readDraft(other, new Set(['a', 'b']))).toMatchObject({ values: { title: 'Another' } });
  });

  it('are taken over from closed tabs one by one, the newest first', () => {
    for (const [tab, at] of [
      ['b', NOW + 1],
      ['c', NOW + 3],
      ['d', NOW + 2],
    ] as const)
      saveDraft({ ...KEY, tab }, { ...DRAFT, values: { title: tab }, at });
    const open = new Set(['a', 'd']);
    const taken = Array.from({ length: 3 }, () => {
      const draft = readDraft(KEY, open);
      deleteDraft(KEY);
      return draft?.values['title'];
    });
    expect(taken).toEqual(['c', 'b', undefined]);
    expect(readDraft({ ...KEY, tab: 'd' }, open)).toMatchObject({ values: { title: 'd' } });
  });

  it('are not taken over from a record whose id begins with the id of this record', () => {
    saveDraft({ ...KEY, id: '5@x', tab: 'b' }, DRAFT);
    saveDraft({ ...KEY, id: 55, tab: 'b' }, DRAFT);
    expect(readDraft(KEY)).toBeUndefined();
  });

  it('are taken over from versions without tabs', () => {
    localStorage.setItem('lectern-admin-draft:1:chapters:5', JSON.stringify(DRAFT));
    expect(readDraft(KEY, new Set(['a']))).toEqual(DRAFT);
    expect(readDraft({ ...KEY, tab: 'b' }, new Set(['a']))).toBeUndefined();
  });

  const FORMER = 'lectern-admin-draft:1:chapters:5';

  /** A storage that has no room for more characters than `quota`. */
  function limitedStorage(entries: Record<string, string>, quota: number): Storage {
    const map = new Map(Object.entries(entries));
    return {
      get length() {
        return map.size;
      },
      key: (index: number) => [...map.keys()][index] ?? null,
      getItem: (name: string) => map.get(name) ?? null,
      removeItem: (name: string) => void map.delete(name),
      setItem(name: string, text: string) {
        const size = [...map].reduce((sum, [key, value]) => sum + (key === name ? 0 : key.length + value.length), 0);
        if (size + name.length + text.length > quota) throw new DOMException('full', 'QuotaExceededError');
        map.set(name, text);
      },
      clear: () => map.clear(),
    };
  }

  it.each([
    ['has room for one copy only', FORMER.length + 2 + JSON.stringify(DRAFT).length, `${FORMER}@a`],
    ['has no room for the name of the tab', FORMER.length + JSON.stringify(DRAFT).length, FORMER],
  ])('are not lost when they are taken over while storage %s', (_what, quota, name) => {
    const text = JSON.stringify(DRAFT);
    const storage = limitedStorage({ [FORMER]: text }, quota);
    expect(readDraft(KEY, new Set(), storage)).toEqual(DRAFT);
    expect([storage.length, storage.getItem(name)]).toEqual([1, text]);
  });

  it('are reported as not saved if storage is full', () => {
    const full = {
      ...localStorage,
      length: 0,
      setItem() {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    expect(saveDraft(KEY, DRAFT, full as unknown as Storage)).toBe(false);
  });
});
