import { atom, computed } from 'nanostores';
import type { Locator } from '#src/contract/entities/visitor.ts';
import { $readerSettings, $readlogList } from '#src/shell/state/local-storage.ts';

/** The chapter being read. */
export interface ChapterState {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly words: number;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
}
/** The current chapter; null until the reader has determined it. */
export const $chapter = atom<ChapterState | null>(null);

/** How much of the chapter has been read, 0 to 1. */
export const $chapterProgress = atom(0);

/** In paginated mode: the 0-based index of the visible page, and the number of pages. */
export const $page = atom<{ readonly index: number; readonly count: number } | null>(null);

/** Whether auto-scroll is on. */
export const $autoScroll = atom(false);

/** Whether to keep the screen on, because the visitor has chosen this or because auto-scroll is on. */
export const $keepAwake = computed([$readerSettings, $autoScroll], ({ wake }, moves) => wake || moves);

export function toggleAutoScroll(): void {
  $autoScroll.set(!$autoScroll.get());
}

export function stopAutoScroll(): void {
  $autoScroll.set(false);
}

/** Lines per minute at a speed: 6 at the slowest, 60 at the fastest. */
export const linesPerMinute = (speed: number): number => 6 * speed;

/** Share of a book that was read, 0 to 1; all chapters count equally. */
export const bookProgress = (number: number, count: number, read: number): number =>
  count < 1 ? 0 : Math.min(1, (number - 1 + read) / count);

/** The last place in a chapter, on this device or another. */
export function savedLocator(bookId: number, chapterId: number): Locator | null {
  const chapter = $readlogList.get().find(({ book }) => book.id === bookId)?.chapter;
  return chapter?.id === chapterId ? (chapter.place ?? null) : null;
}

/** The place at which a chapter opens: the last place in the chapter, or else the furthest place of the book. */
export function openingLocator(bookId: number, chapterId: number): Locator | null {
  const furthest = $readlogList.get().find(({ book }) => book.id === bookId)?.furthest?.chapter;
  return savedLocator(bookId, chapterId) ?? (furthest?.id === chapterId ? (furthest.place ?? null) : null);
}
