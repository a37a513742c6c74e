import { atom, computed } from 'nanostores';
import type { Locator } from '#src/contract/entities/visitor.ts';
import { $readerSettings, $readlogList, type ReaderSettings } from './local-storage.ts';

/** Where the visitor is in the chapter being read. */
export interface ChapterState {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly words: number;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
}
/** The chapter being read; null until the reader has looked. */
export const $chapter = atom<ChapterState | null>(null);

/** How much of the chapter is read, 0 to 1. */
export const $chapterProgress = atom(0);

/** In pages: the page that shows, from 0, and how many there are. */
export const $page = atom<{ readonly index: number; readonly count: number } | null>(null);

/** The text moves by itself. */
export const $autoScroll = atom(false);

/** The screen shall stay on: the visitor wants it, or nobody touches it because the text moves. */
export const $keepAwake = computed([$readerSettings, $autoScroll], ({ wake }, moves) => wake || moves);

export function toggleAutoScroll(): void {
  $autoScroll.set(!$autoScroll.get());
}

export function stopAutoScroll(): void {
  $autoScroll.set(false);
}

export function changeReaderSettings(change: Partial<ReaderSettings>): void {
  $readerSettings.set({ ...$readerSettings.get(), ...change });
}

export const SPEED = { least: 1, most: 10 } as const;

export function changeSpeed(step: number): void {
  const speed = Math.min(SPEED.most, Math.max(SPEED.least, $readerSettings.get().speed + step));
  changeReaderSettings({ speed });
}

/** Lines a minute at a speed: 6 at the slowest, 60 at the fastest. */
export const linesPerMinute = (speed: number): number => 6 * speed;

/** How much of a book is read, 0 to 1; chapters count alike. */
export const bookProgress = (number: number, count: number, read: number): number =>
  count < 1 ? 0 : Math.min(1, (number - 1 + read) / count);

/** Where a chapter was read last, by this device or another. */
export function savedLocator(bookId: number, chapterId: number): Locator | null {
  const chapter = $readlogList.get().find(({ book }) => book.id === bookId)?.chapter;
  return chapter?.id === chapterId ? (chapter.place ?? null) : null;
}

/** Where a chapter is opened: where it was read last, else at the furthest place of the book. */
export function openingLocator(bookId: number, chapterId: number): Locator | null {
  const furthest = $readlogList.get().find(({ book }) => book.id === bookId)?.furthest?.chapter;
  return savedLocator(bookId, chapterId) ?? (furthest?.id === chapterId ? (furthest.place ?? null) : null);
}
