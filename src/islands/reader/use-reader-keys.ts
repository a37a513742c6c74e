import { useEffect } from 'react';
import { $cataloguePanel, closePanels, nextChapter, previousChapter } from '#src/stores/book.ts';

export interface Neighbours {
  readonly previousHref: string | null;
  readonly nextHref: string | null;
  readonly chapterCount: number;
}

/** Arrow keys turn to the neighbouring chapter, Escape closes the panels; not while they belong to something else. */
export function useReaderKeys({ previousHref, nextHref, chapterCount }: Neighbours): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (isTaken(event)) return;
      if (event.key === 'Escape') closePanels();
      if (event.key === 'ArrowLeft' && previousHref !== null) turn(previousChapter, previousHref);
      if (event.key === 'ArrowRight' && nextHref !== null) turn(() => nextChapter(chapterCount), nextHref);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [previousHref, nextHref, chapterCount]);
}

function turn(step: () => void, href: string): void {
  step();
  location.assign(href);
}

/** The catalogue is a dialog with keys of its own; fields, lists and wide tables use the arrows themselves. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.repeat || $cataloguePanel.get()) return true;
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return true;
  const { target } = event;
  return target instanceof Element && target.closest('input, select, textarea, [role="listbox"], table') !== null;
}
