// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Book } from '#src/features/reader/island/record-reading.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';
import { chapterHtml, showChapters } from './chapters.ts';

const BOOK: Book = {
  id: 4,
  title: 'Four',
  category: { name: 'Sea', sub_name: null },
  cover: null,
  apiPrefix: '/test_api',
};
const PLACE = { block: 3, offset: 7, hash: '0123abcd' };
const FURTHER = { block: 9, offset: 0, hash: '0123abce' };

let parts: HTMLElement[];
beforeEach(() => {
  parts = showChapters(chapterHtml(41), chapterHtml(42));
});

const entry = (change: object = {}, id = BOOK.id) => ({
  book: { id, title: 'Four', category: BOOK.category },
  cover: null,
  chapter: { id: 41, number: 1, title: 'Chapter 41', place: PLACE },
  read_at: '2026-01-01T00:00:00.000Z',
  ...change,
});

/** Opens a page with the given reading history. */
async function open(...entries: object[]) {
  await loadStores(memoryPlatform({ readlogList: JSON.stringify(entries) }));
  const { recordPosition } = await import('#src/features/reader/island/record-reading.ts');
  const { $readlogList } = await import('#src/shell/state/local-storage.ts');
  const { setLookUp } = await import('#src/features/reader/links/state.ts');
  const storedHistory = () =>
    $readlogList.get().map(({ book, chapter, read_at }) => ({ book: book.id, chapter, read_at }));
  return { recordPosition, storedHistory, setLookUp };
}

const NOW = '2026-05-01T12:00:00.000Z';

describe('recording the reading position', () => {
  it('stores the position and puts the book first', async () => {
    const { recordPosition, storedHistory } = await open(entry({}, 9));
    recordPosition(BOOK, parts[1] ?? null, PLACE);
    expect(storedHistory()).toEqual([
      { book: 4, chapter: { id: 42, number: 2, title: 'Chapter 42', place: PLACE }, read_at: NOW },
      { book: 9, chapter: entry().chapter, read_at: '2026-01-01T00:00:00.000Z' },
    ]);
  });

  it('stores no position when an unread chapter is opened', async () => {
    const { recordPosition, storedHistory } = await open();
    recordPosition(BOOK, parts[0] ?? null);
    await vi.waitFor(() => expect(storedHistory()).toHaveLength(1));
    expect(storedHistory()[0]?.chapter).toEqual({ id: 41, number: 1, title: 'Chapter 41', place: null });
  });

  it('keeps the stored position when a chapter is opened, and resets it when the next chapter is reached', async () => {
    const { recordPosition, storedHistory } = await open(entry());
    recordPosition(BOOK, parts[0] ?? null);
    await vi.waitFor(() => expect(storedHistory()[0]?.read_at).toBe(NOW));
    expect(storedHistory()[0]?.chapter?.place).toEqual(PLACE);
    recordPosition(BOOK, parts[1] ?? null);
    expect(storedHistory()[0]?.chapter).toEqual({ id: 42, number: 2, title: 'Chapter 42', place: null });
  });

  it('keeps the position in a chapter that is recorded again without a position', async () => {
    const { recordPosition, storedHistory } = await open();
    recordPosition(BOOK, parts[0] ?? null, PLACE);
    recordPosition(BOOK, parts[0] ?? null);
    expect(storedHistory()[0]?.chapter?.place).toEqual(PLACE);
  });

  it('uses the furthest position if its chapter is opened, but not if the chapter is reached by scrolling', async () => {
    const furthest = { chapter: { id: 42, number: 2, title: 'Chapter 42', place: FURTHER }, since: 0 };
    const first = await open(entry({ furthest }));
    first.recordPosition(BOOK, parts[1] ?? null);
    await vi.waitFor(() => expect(first.storedHistory()[0]?.chapter?.id).toBe(42));
    expect(first.storedHistory()[0]?.chapter?.place).toEqual(FURTHER);
    const second = await open(entry({ furthest }));
    second.recordPosition(BOOK, parts[0] ?? null);
    await vi.waitFor(() => expect(second.storedHistory()[0]?.read_at).toBe(NOW));
    second.recordPosition(BOOK, parts[1] ?? null);
    expect(second.storedHistory()[0]?.chapter?.place).toBeNull();
  });

  it('does not record the same position twice in a row', async () => {
    const { recordPosition, storedHistory } = await open(entry());
    recordPosition(BOOK, parts[0] ?? null, PLACE);
    expect(storedHistory()[0]?.read_at).toBe('2026-01-01T00:00:00.000Z');
    recordPosition(BOOK, parts[0] ?? null, { ...PLACE, offset: 8 });
    expect(storedHistory()[0]?.read_at).toBe(NOW);
  });

  it('records the same position again after another book was read', async () => {
    const { recordPosition, storedHistory } = await open(entry({}, 9), entry());
    recordPosition(BOOK, parts[0] ?? null, PLACE);
    expect(storedHistory().map(({ book }) => book)).toEqual([4, 9]);
  });

  it('does nothing during a look-up or without a chapter', async () => {
    const { recordPosition, storedHistory, setLookUp } = await open();
    setLookUp({
      book_id: BOOK.id,
      at: 42,
      from: { chapter: 41, title: '', place: PLACE, link: '' },
      returns: false,
    });
    recordPosition(BOOK, parts[1] ?? null, PLACE);
    setLookUp(null);
    recordPosition(BOOK, null, PLACE);
    expect(storedHistory()).toEqual([]);
    recordPosition(BOOK, parts[1] ?? null, PLACE);
    expect(storedHistory()).toHaveLength(1);
  });
});
