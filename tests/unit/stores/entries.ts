import type { HistoryEntry } from '#src/contract/entities/visitor.ts';

/** An entry of book `id`, read at the given moment up to the given chapter. */
export function entry(id: number, read_at: string, chapter = 1): HistoryEntry {
  return {
    book: { id, title: `Book ${id}`, category: { name: 'Romance', sub_name: null } },
    cover: null,
    chapter: { id: id * 100 + chapter, number: chapter, title: `Chapter ${chapter}` },
    read_at,
  };
}
