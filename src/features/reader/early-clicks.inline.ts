import { LISTEN_ON, LOOK_UP, MARKS, TOKEN, VERTICAL } from '#src/shell/state/storage-keys.ts';
import { isWide, openDialog } from './panels/open-dialog.ts';

// Handles input before the reader has loaded. A tap in the middle of the text toggles the bars immediately, and a button
// of the bar shows the frame of its panel (EarlyPanel.astro), which early/early-panel.inline.ts fills if the panel works
// without React. Key presses are held back, and so is the last other click, if it was on the text, on a note reference
// or on a control that opens a panel. When the reader has loaded, the held events are replayed in order, and the reader
// replaces the frame. Other links and fields work without the reader, and other islands hold back clicks themselves.
const { dataset } = document.documentElement;
/**
 * If the reader has not loaded this long after a click, a notice says that part of the page is missing. Must equal
 * WAIT_MS in src/shell/directives/intent.ts.
 */
const LATE_MS = 4000;
/** If the reader has not loaded after this time, a note reference is followed like any other link. */
const LINK_WAIT_MS = 10_000;
const MAX_KEYS = 40;
let heldEvents: (MouseEvent | KeyboardEvent)[] = [];
/**
 * Holds events back. The attribute makes the reader load immediately, even if its directive
 * (src/shell/directives/reading.ts) only starts after this input.
 */
const hold = (events: typeof heldEvents) => {
  heldEvents = events;
  dataset['awake'] = '';
};
let late: ReturnType<typeof setTimeout>;
let following: ReturnType<typeof setTimeout>;
const withoutClick = () => heldEvents.filter(({ type }) => type !== 'click');
/** The tap that has shown the bars, if they are visible. */
let barsTap: MouseEvent[] = [];
/** The frame of the panels. */
const frameOf = () => document.querySelector<HTMLDialogElement>('[data-early-panel]');
/** Loads the script that fills the frame. Without it, the frame waits for the reader. */
const loadEarlyPanel = () => import(/* @vite-ignore */ frameOf()?.dataset['earlyPanel'] ?? '').catch(() => undefined);
/** Marks the control of the open panel, and moves the text aside on wide screens. */
const showState = (opener?: Element) => {
  for (const each of document.querySelectorAll('.reader-bar [aria-expanded]'))
    each.setAttribute('aria-expanded', String(each === opener));
  // Not on phones, where it would only make the browser compute all styles again.
  if (!opener || isWide()) document.documentElement.toggleAttribute('data-panel', opener !== undefined);
};
/** Opens the frame for the panel of a control, or closes it if the control has opened it. */
const toggleFrame = (opener: HTMLElement) => {
  const frame = frameOf();
  if (!frame) return true;
  const name = opener.dataset['opens'] as Parameters<typeof openDialog>[1];
  const isOpen = !(frame.open && frame.dataset['panel'] === name);
  frame.close();
  if (!isOpen) return false;
  frame.className = `reader-panel reader-${name}`;
  frame.dataset['panel'] = name;
  for (const heading of frame.querySelectorAll('h2')) heading.textContent = opener.textContent;
  openDialog(frame, name);
  // At the first touch, the frame may not have been parsed, and keys touch nothing.
  void loadEarlyPanel();
  showState(opener);
  // The frame is painted first.
  requestAnimationFrame(() => setTimeout(() => frame.dispatchEvent(new Event('fill'))));
  return true;
};
/** Handles the end of the frame: the held click no longer opens its panel. */
const closed = ({ target }: Event) => {
  const frame = frameOf();
  if (target !== frame || !frame || frame.open) return;
  frame.className = '';
  showState();
  clearTimeout(late);
  clearTimeout(following);
  hold([...withoutClick(), ...barsTap]);
};
const toggleBars = (event: MouseEvent) => {
  const bars = document.querySelector<HTMLElement>('.reader-controls');
  const frame = frameOf();
  if (frame?.open) {
    frame.close();
    return false;
  }
  const place = event.clientX / innerWidth;
  // The middle of the window, as defined in src/features/reader/paginated/tap-zones.ts. A click from the keyboard has
  // no position.
  const isMiddle = event.detail === 0 || (place > 0.28 && place < 0.72);
  if (!bars || !isMiddle || String(getSelection())) return false;
  const isShown = bars.dataset['bar'] !== 'true';
  bars.dataset['bar'] = bars.dataset['open'] = String(isShown);
  // The bars are hidden when the reader starts, so the tap is replayed only if it has shown them.
  barsTap = isShown ? [event] : [];
  hold([...withoutClick(), ...barsTap]);
  return true;
};
const isModified = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ctrlKey || metaKey || shiftKey || altKey;
const holdClick = (event: MouseEvent) => {
  const target = event.target as Element;
  const control = target.closest<HTMLElement>('a, button, summary, label, input, astro-island');
  const isText = control === null && target.closest('main');
  // The button for night mode works without the reader (src/shell/layout/color-mode.inline.ts).
  const opener = !isModified(event) && control?.matches('[data-opens]') && control;
  // The reader decides whether the link opens a note (src/features/reader/island/LazyTextTools.tsx).
  const isReference = !isModified(event) && control?.matches('[data-reader-text] a[href*="#"]:not([href^="https:"])');
  clearTimeout(following);
  if (isReference || (opener && opener.localName === 'a')) {
    event.preventDefault();
    event.stopPropagation();
    following = setTimeout(() => {
      stop();
      control?.click();
    }, LINK_WAIT_MS);
  } else if (!opener && !(isText && (target.localName === 'img' || !toggleBars(event)))) return;
  if (opener && !toggleFrame(opener)) return;
  hold(opener ? [...withoutClick(), ...barsTap, event] : [...withoutClick(), event]);
  clearTimeout(late);
  late = setTimeout(() => {
    // A filled panel needs nothing else.
    if (!(frameOf()?.open && frameOf()?.matches('[data-filled]'))) document.dispatchEvent(new Event('late'));
  }, LATE_MS);
};
const holdKey = (event: KeyboardEvent) => {
  const target = event.target as Element;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || heldEvents.length >= MAX_KEYS) return;
  // Fields and buttons handle their own keys, and browsers handle Tab.
  if (event.key === 'Tab' || target.closest('input, select, textarea, [contenteditable]')) return;
  if (/^( |Enter)$/.test(event.key) && target.closest('a, button, summary')) return;
  const frame = frameOf();
  if (frame?.open && event.key === 'Escape') return frame.close();
  // In paginated mode, these keys turn pages in the reader instead of scrolling.
  if (dataset['flow'] === 'pages' && /^( |Page|ArrowLeft|ArrowRight)/.test(event.key)) event.preventDefault();
  hold([...heldEvents, event]);
};
const stop = () => {
  clearTimeout(late);
  clearTimeout(following);
  removeEventListener('keydown', holdKey, true);
  document.removeEventListener('click', holdClick, true);
  document.removeEventListener('close', closed, true);
};
addEventListener('keydown', holdKey, true);
document.addEventListener('click', holdClick, true);
document.addEventListener('close', closed, true);
addEventListener('pointerdown', loadEarlyPanel, { capture: true, once: true });
document.addEventListener(
  'reader-ready',
  () => {
    stop();
    for (const event of heldEvents) {
      if (event.type === 'keydown') event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
      // A click is replayed as two mouse events with its position, which the reader needs.
      else for (const type of ['pointerdown', 'click']) event.target?.dispatchEvent(new MouseEvent(type, event));
    }
  },
  { once: true },
);

// If the reader would add something to the page, such as highlights, it loads without waiting for input
// (src/shell/directives/reading.ts).
const isStored = (storage: Storage, keys: readonly string[]) =>
  keys.some((key) => !['[]', 'false', 'null', null].includes(storage.getItem(key)));
try {
  if (
    location.hash ||
    dataset['flow'] === 'pages' ||
    isStored(localStorage, [TOKEN, MARKS, VERTICAL]) ||
    isStored(sessionStorage, [LOOK_UP, LISTEN_ON])
  )
    dataset['awake'] = '';
} catch {
  // Storage is unavailable, so there are no stored values.
}
