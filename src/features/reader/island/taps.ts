import { isPaged } from '../paginated/page-columns.ts';
import { isPageTurn, type Zone, zoneOf } from '../paginated/tap-zones.ts';
import { turnPage } from '../paginated/turn-page.ts';
import { $panel, closePanels, toggleNavigationBar } from '../state/reader-panels.ts';

/** Maximum distance that the pointer moves during a tap. */
const MAX_TAP_MOVE_PX = 10;

/**
 * Handles taps on the text. A tap in the middle toggles the bars. In paginated mode, a tap at an edge turns the page,
 * even on a picture. Ignores taps on links, taps that end a selection, and taps at the edges of scrolled text, where
 * thumbs rest.
 */
export function listenForTaps(main: HTMLElement, mirrored: () => boolean): () => void {
  let down = { x: 0, y: 0, selected: false };
  const press = ({ clientX: x, clientY: y }: PointerEvent) => {
    down = { x, y, selected: hasSelection() };
  };
  const tap = (event: MouseEvent) => {
    if (event.defaultPrevented || isControl(event) || down.selected) return;
    if (hasSelection()) {
      // A double click selects a word, so the toggle by its first click is undone.
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

const CONTROLS = 'a, button, summary, details, input, select, textarea, label, dialog';

const isControl = (event: MouseEvent): boolean =>
  event.target instanceof Element && event.target.closest(isPageTurn(event) ? CONTROLS : `${CONTROLS}, img`) !== null;

export const hasSelection = (): boolean => String(getSelection()) !== '';
