import type { HistoryEntry } from '#src/contract/entities/visitor.ts';

/** A history entry for book `id`, read at `read_at` up to `chapter`. */
export function entry(id: number, read_at: string, chapter = 1): HistoryEntry {
  return {
    book: { id, title: `Book ${id}`, category: { name: 'Romance', sub_name: null } },
    cover: null,
    chapter: { id: id * 100 + chapter, number: chapter, title: `Chapter ${chapter}` },
    read_at,
  };
}
