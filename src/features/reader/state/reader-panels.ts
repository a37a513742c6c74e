import { atom, computed } from 'nanostores';

/** Whether the reader's bars are visible. */
export const $navigationBar = atom(false);

export type Panel = 'toc' | 'type' | 'more' | 'listen' | 'marks' | 'find' | 'keys';
/** The open panel. Only one can be open at a time. */
export const $panel = atom<Panel | null>(null);
/** Flags for individual panels, as required by docs/product.md. */
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

/** The subject of a report. */
export interface ReportedPassage {
  readonly chapter: number;
  readonly title: string;
  /** The reported passage; empty if the report is about the whole chapter. */
  readonly passage: string;
}

/** The report that is open next to the text; null if none is open. */
export const $reported = atom<ReportedPassage | null>(null);
