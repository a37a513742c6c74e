import { atom, computed } from 'nanostores';

/** Whether the reader's bars show. */
export const $navigationBar = atom(false);

export type Panel = 'toc' | 'type' | 'more' | 'listen' | 'marks' | 'find' | 'keys';
/** The panel that shows; one at a time. */
export const $panel = atom<Panel | null>(null);
/** The flags of product 3. */
export const $tableOfContentsPanel = computed($panel, (panel) => panel === 'toc');
export const $fontPanel = computed($panel, (panel) => panel === 'type');

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

/** What a reader wants to tell of. */
export interface ReportedPassage {
  readonly chapter: number;
  readonly title: string;
  /** Empty where the chapter as a whole is meant. */
  readonly passage: string;
}

/** Opens the report beside the text; null while it is not open there. */
export const $reported = atom<ReportedPassage | null>(null);
