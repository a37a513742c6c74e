import { atom } from 'nanostores';
import type { Chapter } from '#src/contract/entities/chapter.ts';

/** 1-based index of the current chapter in the chapter list. */
export const $curChapter = atom(1);

export interface ChapterList {
  readonly state: 'idle' | 'loading' | 'ready' | 'failed';
  readonly bookId: number | null;
  readonly chapters: readonly Chapter[];
}
export const $chapterList = atom<ChapterList>({ state: 'idle', bookId: null, chapters: [] });

/** Steps back to the previous chapter. Does nothing at the first chapter. */
export function previousChapter(): void {
  if ($curChapter.get() > 1) $curChapter.set($curChapter.get() - 1);
}

/** Steps to the next chapter. Does nothing at the last chapter. */
export function nextChapter(count: number): void {
  if ($curChapter.get() < count) $curChapter.set($curChapter.get() + 1);
}

export function setChapter(number: number): void {
  if (Number.isInteger(number) && number >= 1) $curChapter.set(number);
}

export async function loadChapters(bookId: number): Promise<void> {
  const loaded = $chapterList.get();
  if (loaded.bookId === bookId && (loaded.state === 'ready' || loaded.state === 'loading')) return;
  $chapterList.set({ state: 'loading', bookId, chapters: [] });
  const [{ callUpstream }, bookChapters] = await Promise.all([
    import('#src/shell/state/call-upstream.ts'),
    // Picks a single export, so that the bundle leaves out the module's other calls.
    import('#src/contract/calls/book.ts').then((calls) => calls.bookChapters),
  ]);
  const result = await callUpstream(bookChapters, { book_id: bookId });
  if ($chapterList.get().bookId !== bookId) return;
  $chapterList.set({ state: result.success ? 'ready' : 'failed', bookId, chapters: result.data.items });
}
