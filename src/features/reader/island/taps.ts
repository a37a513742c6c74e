import { isPaged } from '../paginated/page-columns.ts';
import { turnPage } from '../paginated/turn-page.ts';
import { $panel, closePanels, toggleNavigationBar } from '../state/reader-panels.ts';

export type Zone = 'start' | 'middle' | 'end';

/** Zone boundaries as fractions of the window's width. */
const EDGES = [0.28, 0.72] as const;
/** A pointer that moves further than this is not a tap. */
const MAX_TAP_MOVE_PX = 10;

export function zoneOf(x: number, width: number): Zone {
  if (x < EDGES[0] * width) return 'start';
  return x > EDGES[1] * width ? 'end' : 'middle';
}

/**
 * A tap in the middle of the text toggles the bars; in paginated mode a tap at an edge turns the page. Ignores taps on
 * links, taps that end a selection, and taps at the edges of scrolled text, where thumbs rest.
 */
export function listenForTaps(main: HTMLElement, mirrored: () => boolean): () => void {
  let down = { x: 0, y: 0, selected: false };
  const press = ({ clientX: x, clientY: y }: PointerEvent) => {
    down = { x, y, selected: hasSelection() };
  };
  const tap = (event: MouseEvent) => {
    if (event.defaultPrevented || isControl(event.target) || down.selected) return;
    if (hasSelection()) {
      // A double click selects a word; undo the toggle of its first click.
      if (event.detail === 2 && zoneOf(event.clientX, innerWidth) === 'middle') toggleNavigationBar();
      return;
    }
    // Clicks from the keyboard or scripts have no position.
    const byPointer = event.detail > 0;
    if (byPointer && Math.hypot(event.clientX - down.x, event.clientY - down.y) > MAX_TAP_MOVE_PX) return;
    handleTap(byPointer ? zoneOf(event.clientX, innerWidth) : 'middle', mirrored());
  };
  main.addEventListener('pointerdown', press);
  main.addEventListener('click', tap);
  return () => {
    main.removeEventListener('pointerdown', press);
    main.removeEventListener('click', tap);
  };
}

function handleTap(zone: Zone, mirrored: boolean): void {
  if ($panel.get() !== null) closePanels();
  else if (zone === 'middle') toggleNavigationBar();
  else if (isPaged()) void turnPage((zone === 'end') === mirrored ? -1 : 1);
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest('a, button, summary, details, input, select, textarea, label, dialog, img') !== null;

export const hasSelection = (): boolean => String(getSelection()) !== '';
