import { atom } from 'nanostores';
import type { Chapter } from '#src/contract/entities/chapter.ts';

/** 1-based place in the chapter list (product 3: starts at 1). */
export const $curChapter = atom(1);

export interface ChapterList {
  readonly state: 'idle' | 'loading' | 'ready' | 'failed';
  readonly bookId: number | null;
  readonly chapters: readonly Chapter[];
}
export const $chapterList = atom<ChapterList>({ state: 'idle', bookId: null, chapters: [] });

/** Does nothing at the first chapter (product 4). */
export function previousChapter(): void {
  if ($curChapter.get() > 1) $curChapter.set($curChapter.get() - 1);
}

/** Does nothing at the last chapter (product 4). */
export function nextChapter(most: number): void {
  if ($curChapter.get() < most) $curChapter.set($curChapter.get() + 1);
}

export function setChapter(number: number): void {
  if (Number.isInteger(number) && number >= 1) $curChapter.set(number);
}

export async function loadChapters(bookId: number): Promise<void> {
  const known = $chapterList.get();
  if (known.bookId === bookId && (known.state === 'ready' || known.state === 'loading')) return;
  $chapterList.set({ state: 'loading', bookId, chapters: [] });
  const [{ callUpstream }, bookChapters] = await Promise.all([
    import('./call-upstream.ts'),
    // Named here, so that the bundle leaves out the other calls of this module.
    import('#src/contract/calls/book.ts').then((calls) => calls.bookChapters),
  ]);
  const result = await callUpstream(bookChapters, { book_id: bookId });
  if ($chapterList.get().bookId !== bookId) return;
  $chapterList.set({ state: result.success ? 'ready' : 'failed', bookId, chapters: result.data.items });
}
