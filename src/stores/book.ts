import { atom, computed } from 'nanostores';
import type { Chapter } from '#src/contract/entities/chapter.ts';

/** 1-based place in the chapter list (spec 3: starts at 1). */
export const $curChapter = atom(1);

export const $navigationBar = atom(false);

export type Panel = 'toc' | 'type' | 'more' | 'listen' | 'marks' | 'find' | 'keys';
/** The panel that shows; one at a time. */
export const $panel = atom<Panel | null>(null);
/** The specification's flags (spec 3). */
export const $tableOfContentsPanel = computed($panel, (panel) => panel === 'toc');
export const $fontPanel = computed($panel, (panel) => panel === 'type');

export interface ChapterList {
  readonly state: 'idle' | 'loading' | 'ready' | 'failed';
  readonly bookId: number | null;
  readonly chapters: readonly Chapter[];
}
export const $chapterList = atom<ChapterList>({ state: 'idle', bookId: null, chapters: [] });

/** Does nothing at the first chapter (spec 4). */
export function previousChapter(): void {
  if ($curChapter.get() > 1) $curChapter.set($curChapter.get() - 1);
}

/** Does nothing at the last chapter (spec 4). */
export function nextChapter(most: number): void {
  if ($curChapter.get() < most) $curChapter.set($curChapter.get() + 1);
}

export function setChapter(number: number): void {
  if (Number.isInteger(number) && number >= 1) $curChapter.set(number);
}

export function toggleNavigationBar(): void {
  const open = !$navigationBar.get();
  $navigationBar.set(open);
  if (!open) closePanels();
}

export function togglePanel(panel: Panel): void {
  $panel.set($panel.get() === panel ? null : panel);
}

export const toggleTableOfContents = (): void => togglePanel('toc');

export const toggleFontPanel = (): void => togglePanel('type');

export function closePanels(): void {
  $panel.set(null);
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
