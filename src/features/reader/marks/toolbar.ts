import type { KeyboardEvent } from 'react';

const GAP_PX = 12;
/** Height of the menu that phones show above or below a selection, in px. */
const NATIVE_MENU_PX = 64;

export interface Size {
  readonly width: number;
  readonly height: number;
}

export type ToolbarPosition =
  | { readonly side: 'beside'; readonly x: number; readonly y: number }
  | { readonly side: 'top' | 'bottom' };

/**
 * A position for the toolbar that does not cover the selection: in the margin if there is space, otherwise at the top
 * or bottom of the window, whichever is further from the selection.
 * @param textRight right edge of the text column, in px
 */
export function toolbarPosition(selected: DOMRect, textRight: number, bar: Size, viewport: Size): ToolbarPosition {
  if (viewport.width - textRight >= bar.width + GAP_PX * 2) {
    const y = Math.max(GAP_PX, Math.min(selected.top, viewport.height - bar.height - GAP_PX));
    return { side: 'beside', x: textRight + GAP_PX, y };
  }
  const below = viewport.height - Math.min(selected.bottom, viewport.height);
  return { side: below >= bar.height + NATIVE_MENU_PX || below >= selected.top ? 'bottom' : 'top' };
}

/** Positions the toolbar, and updates its position while the page moves. Returns a function that stops the updates. */
export function placeBeside(bar: HTMLElement, range: Range): () => void {
  const article = range.startContainer.parentElement?.closest('[data-reader-text]');
  const place = () => {
    const textRight = article?.getBoundingClientRect().right ?? innerWidth;
    const size = {
      width: Math.min(bar.offsetWidth, bar.offsetHeight),
      height: Math.max(bar.offsetWidth, bar.offsetHeight),
    };
    const viewport = { width: document.documentElement.clientWidth, height: innerHeight };
    const position = toolbarPosition(range.getBoundingClientRect(), textRight, size, viewport);
    bar.dataset['side'] = position.side;
    if (position.side !== 'beside') return;
    bar.style.setProperty('--x', `${position.x}px`);
    bar.style.setProperty('--y', `${position.y}px`);
  };
  place();
  const listening = new AbortController();
  for (const type of ['scroll', 'resize']) addEventListener(type, place, { signal: listening.signal, passive: true });
  return () => listening.abort();
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Moves between the tools with the arrow keys, which the reader then does not handle. */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  event.stopPropagation();
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const tools = [...event.currentTarget.querySelectorAll<HTMLElement>('button, a')];
  const at = document.activeElement instanceof HTMLElement ? tools.indexOf(document.activeElement) : -1;
  tools[(at + step + tools.length) % tools.length]?.focus();
}
