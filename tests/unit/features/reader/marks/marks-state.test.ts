import { beforeEach, describe, expect, it } from 'vitest';
import type { Highlight, Mark } from '#src/contract/entities/marks.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const place = (block: number, offset = 0) => ({ block, offset, hash: '0123abcd' });
const BOOK = { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } };
const chapter = (number: number) => ({ id: 40 + number, number, title: `Chapter ${number}` });
const bookmark = (number: number, block: number) => ({
  book: BOOK,
  chapter: chapter(number),
  start: place(block),
  text: `Line ${block}`,
});
const passage = (block: number, colour: Highlight['colour'] = 'yellow') => ({
  ...bookmark(1, block),
  end: place(block, 9),
  colour,
});

let platform: MemoryPlatform;
let ids = 0;
async function load(saved: Record<string, string> = {}) {
  platform = { ...memoryPlatform(saved), randomUuid: () => `id-${String(++ids).padStart(6, '0')}` };
  const { local } = await loadStores(platform);
  return { $marks: local.$marks, ...(await import('#src/features/reader/marks/state.ts')) };
}
beforeEach(() => {
  ids = 0;
});

describe('marks of a visitor', () => {
  it('are stored latest first, but listed in the order of the text', async () => {
    const { $marks, ...marks } = await load();
    marks.addHighlight(passage(7));
    marks.addBookmark(bookmark(2, 0));
    marks.addBookmark(bookmark(1, 3));
    marks.addBookmark({ ...bookmark(1, 1), book: { ...BOOK, id: 5 } });
    expect($marks.get().map(({ id }) => id)).toEqual(['id-000004', 'id-000003', 'id-000002', 'id-000001']);
    expect(marks.marksOfBook($marks.get(), 4).map(({ id }) => id)).toEqual(['id-000003', 'id-000001', 'id-000002']);
    const again = await load(Object.fromEntries(platform.saved));
    expect(again.$marks.get()).toHaveLength(4);
  });

  it('change colour if the same passage is highlighted again', async () => {
    const { $marks, ...marks } = await load();
    marks.addHighlight(passage(7));
    marks.addHighlight(passage(7, 'blue'));
    expect($marks.get()).toMatchObject([{ id: 'id-000001', colour: 'blue' }]);
    expect(marks.latestColour($marks.get())).toBe('blue');
  });

  it('include at most one bookmark per paragraph, which can be toggled', async () => {
    const { $marks, ...marks } = await load();
    marks.toggleBookmark(bookmark(1, 3));
    expect(marks.bookmarkAt($marks.get(), 41, 3)).toBeDefined();
    marks.toggleBookmark({ ...bookmark(1, 3), start: place(3, 12) });
    expect(marks.bookmarkAt($marks.get(), 41, 3)).toBeUndefined();
  });

  it('are replaced by a dated removal when removed, and restored with a later date by undo', async () => {
    const { $marks, ...marks } = await load();
    const mark = marks.addHighlight(passage(7)) as Mark;
    const removed = marks.removeMark(mark.id) as Mark;
    expect($marks.get()).toEqual([{ kind: 'removed', id: mark.id, updated_at: '2026-05-01T12:00:00.001Z' }]);
    marks.restoreMark(removed);
    expect($marks.get()).toMatchObject([{ kind: 'highlight', id: mark.id, updated_at: '2026-05-01T12:00:00.002Z' }]);
  });

  it('get later times whenever they are changed, even if the clock was set back', async () => {
    const { $marks, ...marks } = await load();
    const mark = marks.addHighlight(passage(7)) as Mark;
    platform.setNow('2026-04-01T00:00:00Z');
    marks.changeMark(mark.id, { note: 'Well said.' });
    expect($marks.get()).toMatchObject([{ note: 'Well said.', updated_at: '2026-05-01T12:00:00.001Z' }]);
  });

  it('are rejected beyond the maximum number, without dropping other marks', async () => {
    const { $marks, ...marks } = await load();
    const one = marks.addBookmark(bookmark(1, 0)) as Mark;
    const ofNumber = (_: unknown, block: number) => ({ ...one, id: `kept-${10_000 + block}`, start: place(block) });
    $marks.set(Array.from({ length: marks.MARKS_LIMIT }, ofNumber));
    expect(marks.addBookmark(bookmark(2, 0))).toBeUndefined();
    expect($marks.get()).toHaveLength(marks.MARKS_LIMIT);
  });

  it('shorten a quote to one line that ends with a complete character', async () => {
    const { quoteOf } = await load();
    expect(quoteOf(' one\n  two ')).toBe('one two');
    const long = quoteOf(`${'a'.repeat(499)}😀`);
    expect(long).toBe('a'.repeat(499));
  });
});
