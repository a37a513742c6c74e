import { computed } from 'nanostores';
import { bookBrief, MAX_BRIEFS } from '#src/contract/calls/book.ts';
import { BRIEFS_MS } from '#src/contract/endpoints/book-brief.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $briefs, $knownChapters, $readlogList, $shelf } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import { setKnownChapters } from './known-chapters.ts';

/** By book id, the number of chapters that are new to the visitor. Books without new chapters are absent. */
export const $newChapters = computed([$briefs, $knownChapters, $readlogList], ({ items }, knownChapters, read) => {
  const seenChapters = new Map(knownChapters.map(({ book_id, chapters }) => [book_id, chapters]));
  const reached = new Map(read.map(({ book, chapter }) => [book.id, chapter?.number ?? 0]));
  const news = items.map(({ id, chapters }): [number, number] => {
    const from = seenChapters.get(id) ?? chapters;
    return [id, chapters - Math.max(from, reached.get(id) ?? 0)];
  });
  return new Map(news.filter(([, count]) => count > 0));
});

/**
 * Requests the chapter counts of the book read last and of the books added last to the shelf, unless the stored counts
 * are only a few minutes old.
 */
export async function loadNewChapters(): Promise<void> {
  const { now } = platform();
  const { at, items } = $briefs.get();
  const ids = booksToWatch();
  const hasAll = ids.every((id) => items.some((brief) => brief.id === id));
  if (ids.length === 0 || (hasAll && Math.abs(now() - at) < BRIEFS_MS)) return;
  const { success, data } = await callUpstream(bookBrief, { ids: ids.join(',') });
  if (!success) return;
  $briefs.set({ at: now(), items: data.items.map(({ id, chapters }) => ({ id, chapters })) });
  // Chapters that already exist when a book is first seen are not marked as new.
  const knownBookIds = new Set($knownChapters.get().map(({ book_id }) => book_id));
  for (const { id, chapters } of data.items) if (!knownBookIds.has(id)) setKnownChapters(id, chapters);
}

function booksToWatch(): number[] {
  const [latest] = $readlogList.get();
  const shelf = $shelf.get().map(({ book }) => book.id);
  return [...new Set([...(latest ? [latest.book.id] : []), ...shelf])].slice(0, MAX_BRIEFS);
}
