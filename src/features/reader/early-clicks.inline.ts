import { LISTEN_ON, LOOK_UP, MARKS, TOKEN, VERTICAL } from '#src/shell/state/storage-keys.ts';

// Handles input before the reader has loaded. A tap in the middle of the text toggles the bars immediately. Keys are
// held back, and so is the last other click on the text, on a reference in the text or on a button of the bar. Once the
// reader has loaded, they are replayed in order. Other links and fields work without the reader, and other islands hold
// back their own clicks.
const { dataset } = document.documentElement;
/** Must equal the time in src/shell/directives/intent.ts. */
const LATE_MS = 4000;
/** If the reader has not loaded after this time, a reference is followed like any other link. */
const LINK_WAIT_MS = 10_000;
const MAX_KEYS = 40;
let heldEvents: (MouseEvent | KeyboardEvent)[] = [];
/** Also loads the reader at once if its directive (src/shell/directives/reading.ts) starts after the input. */
const hold = (events: typeof heldEvents) => {
  heldEvents = events;
  dataset['awake'] = '';
};
let late: ReturnType<typeof setTimeout>;
let following: ReturnType<typeof setTimeout>;
const withoutClick = () => heldEvents.filter(({ type }) => type !== 'click');
const toggleBars = (event: MouseEvent) => {
  const bars = document.querySelector<HTMLElement>('.reader-controls');
  const place = event.clientX / innerWidth;
  // The middle of the window, as defined in src/features/reader/paginated/tap-zones.ts. A click without a pointer has
  // no position.
  const isMiddle = event.detail === 0 || (place > 0.28 && place < 0.72);
  if (!bars || !isMiddle || String(getSelection())) return false;
  const isShown = bars.dataset['bar'] !== 'true';
  bars.dataset['bar'] = bars.dataset['open'] = String(isShown);
  // The reader starts with hidden bars, so the tap is replayed only if it has shown the bars.
  hold([...withoutClick(), ...(isShown ? [event] : [])]);
  return true;
};
const isModified = ({ ctrlKey, metaKey, shiftKey, altKey }: MouseEvent) => ctrlKey || metaKey || shiftKey || altKey;
const holdClick = (event: MouseEvent) => {
  const target = event.target as Element;
  const control = target.closest<HTMLElement>('a, button, summary, label, input, astro-island');
  const isText = control === null && target.closest('main');
  // The button for night mode works without the reader (src/shell/layout/color-mode.inline.ts).
  const isButton = control?.matches('.reader-bar button:not([aria-pressed])');
  // The link may open a note; the reader decides (src/features/reader/island/LazyTextTools.tsx).
  const isReference = !isModified(event) && control?.matches('[data-reader-text] a[href*="#"]:not([href^="https:"])');
  clearTimeout(following);
  if (isReference) {
    event.preventDefault();
    event.stopPropagation();
    following = setTimeout(() => {
      stop();
      control?.click();
    }, LINK_WAIT_MS);
  } else if (!isButton && !(isText && (target.localName === 'img' || !toggleBars(event)))) return;
  hold([...withoutClick(), event]);
  clearTimeout(late);
  late = setTimeout(() => document.dispatchEvent(new Event('late')), LATE_MS);
};
const holdKey = (event: KeyboardEvent) => {
  const target = event.target as Element;
  if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || heldEvents.length >= MAX_KEYS) return;
  // Fields and buttons handle their own keys, and browsers handle Tab.
  if (event.key === 'Tab' || target.closest('input, select, textarea, [contenteditable]')) return;
  if (/^( |Enter)$/.test(event.key) && target.closest('a, button, summary')) return;
  // In paginated mode, these keys turn pages in the reader instead of scrolling.
  if (dataset['flow'] === 'pages' && /^( |Page|ArrowLeft|ArrowRight)/.test(event.key)) event.preventDefault();
  hold([...heldEvents, event]);
};
const stop = () => {
  clearTimeout(late);
  clearTimeout(following);
  removeEventListener('keydown', holdKey, true);
  document.removeEventListener('click', holdClick, true);
};
addEventListener('keydown', holdKey, true);
document.addEventListener('click', holdClick, true);
document.addEventListener(
  'reader-ready',
  () => {
    stop();
    for (const event of heldEvents) {
      if (event.type === 'keydown') event.target?.dispatchEvent(new KeyboardEvent('keydown', event));
      // The reader uses the position of the touch.
      else for (const type of ['pointerdown', 'click']) event.target?.dispatchEvent(new MouseEvent(type, event));
    }
  },
  { once: true },
);

// If the reader would show more than the page does, it loads without waiting for input
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
  // Storage is unavailable: nothing is stored.
}
