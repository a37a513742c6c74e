import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';

const book = (id: number) => ({ id, title: `Book ${id}`, category: { name: 'Romance', sub_name: null } });

/** Loads stores with an upstream whose books have these numbers of chapters. */
async function load(chapters: Map<number, number>) {
  const requests: string[] = [];
  const client: ApiClient = async (call: AnyCall, { ids }: { ids: string }) => {
    requests.push(ids);
    const briefs = ids
      .split(',')
      .map(Number)
      .filter((id) => chapters.has(id));
    const items = briefs.map((id) => ({ id, chapters: chapters.get(id), last_chapter: null, updated_at: '' }));
    return call.name === 'book.brief' && chapters.size > 0
      ? { success: 1, data: { items }, errors: [], status: 200 }
      : { success: 0, data: call.empty, errors: [], status: 404 };
  };
  const platform = memoryPlatform({}, client);
  return { platform, requests, ...(await loadStores(platform)) };
}

describe('new chapters', () => {
  it('are counted from when the book was added, and later from the last reading', async () => {
    const chapters = new Map([[1, 10]]);
    const { shelf, news, history, platform } = await load(chapters);
    shelf.addToShelf({ book: book(1), cover: null }, 8);
    await news.loadNewChapters();
    expect([...news.$newChapters.get()]).toEqual([[1, 2]]);
    history.recordReading({ book: book(1), cover: null, chapter: { id: 3, number: 3, title: 'C' } });
    expect([...news.$newChapters.get()]).toEqual([]);
    chapters.set(1, 13);
    platform.setNow('2026-05-01T13:00:00Z');
    await news.loadNewChapters();
    expect([...news.$newChapters.get()]).toEqual([[1, 3]]);
  });

  it('exclude chapters that were read or that existed when the book was first seen', async () => {
    const chapters = new Map([1, 2].map((id) => [id, 10]));
    const { shelf, news, history, platform } = await load(chapters);
    shelf.addToShelf({ book: book(1), cover: null });
    shelf.addToShelf({ book: book(2), cover: null }, 5);
    history.recordReading({ book: book(2), cover: null, chapter: { id: 9, number: 9, title: 'C' } });
    await news.loadNewChapters();
    expect([...news.$newChapters.get()]).toEqual([[2, 1]]);
    chapters.set(1, 12);
    platform.setNow('2026-05-01T13:00:00Z');
    await news.loadNewChapters();
    expect(news.$newChapters.get().get(1)).toBe(2);
  });

  it('are requested at most every few minutes, for fifty books in one call', async () => {
    const { shelf, news, requests, platform } = await load(new Map(Array.from({ length: 60 }, (_, id) => [id + 1, 2])));
    for (let id = 1; id <= 60; id += 1) shelf.addToShelf({ book: book(id), cover: null });
    await news.loadNewChapters();
    await news.loadNewChapters();
    expect(requests.map((ids) => ids.split(',').length)).toEqual([50]);
    platform.setNow('2026-05-01T12:05:00Z');
    await news.loadNewChapters();
    expect(requests).toHaveLength(2);
    // The clock was set back.
    platform.setNow('2026-05-01T09:00:00Z');
    await news.loadNewChapters();
    expect(requests).toHaveLength(3);
  });

  it('are not counted if the upstream does not support the call', async () => {
    const { shelf, news } = await load(new Map());
    shelf.addToShelf({ book: book(1), cover: null }, 8);
    await news.loadNewChapters();
    expect([...news.$newChapters.get()]).toEqual([]);
  });
});
