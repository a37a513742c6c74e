import type { KeyboardEvent } from 'react';

const GAP = 12;
/** Above and below a selection phones show their own menu. */
const NATIVE = 64;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type ToolbarPosition =
  | { readonly side: 'beside'; readonly x: number; readonly y: number }
  | { readonly side: 'top' | 'bottom' };

/**
 * Where the toolbar is next to the selection and hides nothing of it: in the margin where there is one, else at the end
 * of the window that is further from it.
 * @param text right edge of the column of text
 */
export function toolbarPosition(selected: DOMRect, text: number, bar: Size, shown: Size): ToolbarPosition {
  if (shown.width - text >= bar.width + GAP * 2) {
    const y = Math.max(GAP, Math.min(selected.top, shown.height - bar.height - GAP));
    return { side: 'beside', x: text + GAP, y };
  }
  const below = shown.height - Math.min(selected.bottom, shown.height);
  return { side: below >= bar.height + NATIVE || below >= selected.top ? 'bottom' : 'top' };
}

/** Puts the toolbar there, and keeps it there while the page moves; gives what ends it. */
export function placeBeside(bar: HTMLElement, range: Range): () => void {
  const article = range.startContainer.parentElement?.closest('[data-reader-text]');
  const place = () => {
    const text = article?.getBoundingClientRect().right ?? innerWidth;
    const size = {
      width: Math.min(bar.offsetWidth, bar.offsetHeight),
      height: Math.max(bar.offsetWidth, bar.offsetHeight),
    };
    const shown = { width: document.documentElement.clientWidth, height: innerHeight };
    const found = toolbarPosition(range.getBoundingClientRect(), text, size, shown);
    bar.dataset['side'] = found.side;
    if (found.side !== 'beside') return;
    bar.style.setProperty('--x', `${found.x}px`);
    bar.style.setProperty('--y', `${found.y}px`);
  };
  place();
  const listening = new AbortController();
  for (const type of ['scroll', 'resize']) addEventListener(type, place, { signal: listening.signal, passive: true });
  return () => listening.abort();
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrow keys go from tool to tool; the reader hears none of them. */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  event.stopPropagation();
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = document.activeElement instanceof HTMLElement ? tools.indexOf(document.activeElement) : -1;
  tools[(at + step + tools.length) % tools.length]?.focus();
}
