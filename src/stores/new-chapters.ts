import { computed } from 'nanostores';
import { BRIEFS_MOST, bookBrief } from '#src/contract/calls/book.ts';
import { BRIEFS_MS } from '#src/contract/endpoints/book-brief.ts';
import { callUpstream } from './call-upstream.ts';
import { setKnownChapters } from './known-chapters.ts';
import { $briefs, $knownChapters, $readlogList, $shelf } from './local-storage.ts';
import { platform } from './platform.ts';

/** New chapters since the visitor last looked, by the book's id; only books that have some. */
export const $newChapters = computed([$briefs, $knownChapters, $readlogList], ({ items }, seen, read) => {
  const known = new Map(seen.map(({ book_id, chapters }) => [book_id, chapters]));
  const reached = new Map(read.map(({ book, chapter }) => [book.id, chapter?.number ?? 0]));
  const news = items.map(({ id, chapters }): [number, number] => {
    const from = known.get(id) ?? chapters;
    return [id, chapters - Math.max(from, reached.get(id) ?? 0)];
  });
  return new Map(news.filter(([, count]) => count > 0));
});

/** Asks how far the kept books are, those added last and the one being read, at most every few minutes. */
export async function loadNewChapters(): Promise<void> {
  const { now } = platform();
  const { at, items } = $briefs.get();
  const ids = booksToWatch();
  const isKnown = ids.every((id) => items.some((brief) => brief.id === id));
  if (ids.length === 0 || (isKnown && Math.abs(now() - at) < BRIEFS_MS)) return;
  const { success, data } = await callUpstream(bookBrief, { ids: ids.join(',') });
  if (!success) return;
  $briefs.set({ at: now(), items: data.items.map(({ id, chapters }) => ({ id, chapters })) });
  // What is there when a book is first told of is nothing new.
  const seen = new Set($knownChapters.get().map(({ book_id }) => book_id));
  for (const { id, chapters } of data.items) if (!seen.has(id)) setKnownChapters(id, chapters);
}

function booksToWatch(): number[] {
  const [latest] = $readlogList.get();
  const shelf = $shelf.get().map(({ book }) => book.id);
  return [...new Set([...(latest ? [latest.book.id] : []), ...shelf])].slice(0, BRIEFS_MOST);
}
