{
  // What the visitor does before the reader is there. A tap in the middle of the text shows and hides its bars at once. Keys
  // and the last other click on the text, on a reference in it or on a button of the bar are held and repeated, in their
  // order, once the reader is there. Other links and fields work by themselves, and other islands hold their own clicks.
  const { dataset } = document.documentElement;
  // Same as in browser/directives/intent.ts.
  const LATE_MS = 4000;
  // After this, a reference is followed like any link.
  const LINK_WAIT_MS = 10000;
  const MAX_KEYS = 40;
  let held = [];
  let late;
  let following;
  const withoutClick = () => held.filter(({ type }) => type !== 'click');
  const turnBars = (event) => {
    const bars = document.querySelector('.reader-controls');
    const place = event.clientX / innerWidth;
    // As src/islands/reader/taps.ts divides the window. A click that no pointer made has no place.
    const isMiddle = event.detail === 0 || (place > 0.28 && place < 0.72);
    if (!bars || !isMiddle || String(getSelection())) return false;
    const isShown = bars.dataset.bar !== 'true';
    bars.dataset.bar = bars.dataset.open = isShown;
    // The reader begins with hidden bars, and shows them by the same tap.
    held = [...withoutClick(), ...(isShown ? [event] : [])];
    return true;
  };
  const isModified = ({ ctrlKey, metaKey, shiftKey, altKey }) => ctrlKey || metaKey || shiftKey || altKey;
  const holdClick = (event) => {
    const { target } = event;
    const control = target.closest('a, button, summary, label, input, astro-island');
    const isText = control === null && target.closest('main');
    // The button of the night works by itself (browser/inline/color-mode.js).
    const isButton = control?.matches('.reader-bar button:not([aria-pressed])');
    // May open a note; the reader decides (src/islands/reader/LazyTextTools.tsx).
    const isReference = !isModified(event) && control?.matches('[data-reader-text] a[href*="#"]:not([href^="https:"])');
    clearTimeout(following);
    if (isReference) {
      event.preventDefault();
      event.stopPropagation();
      following = setTimeout(() => {
        stop();
        control.click();
      }, LINK_WAIT_MS);
    } else if (!isButton && !(isText && (target.localName === 'img' || !turnBars(event)))) return;
    held = [...withoutClick(), event];
    clearTimeout(late);
    late = setTimeout(() => document.dispatchEvent(new Event('late')), LATE_MS);
  };
  const holdKey = (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey || held.length >= MAX_KEYS) return;
    // Fields and buttons handle their own keys; Tab belongs to the browser.
    if (event.key === 'Tab' || event.target.closest('input, select, textarea, [contenteditable]')) return;
    if (/^( |Enter)$/.test(event.key) && event.target.closest('a, button, summary')) return;
    // The reader turns pages where the browser would scroll.
    if (dataset.flow === 'pages' && /^( |Page|ArrowLeft|ArrowRight)/.test(event.key)) event.preventDefault();
    held.push(event);
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
      for (const event of held) {
        if (event.type === 'keydown') event.target.dispatchEvent(new KeyboardEvent('keydown', event));
        // The reader uses the position of the touch.
        else for (const type of ['pointerdown', 'click']) event.target.dispatchEvent(new MouseEvent(type, event));
      }
    },
    { once: true },
  );

  // Where the reader would show more than the page does, it does not wait for the visitor (browser/directives/reading.ts).
  const isKept = (storage, keys) => keys.some((key) => !['[]', 'false', 'null', null].includes(storage.getItem(key)));
  try {
    if (
      location.hash ||
      dataset.flow === 'pages' ||
      isKept(localStorage, ['token', 'lectern:marks', 'lectern:vertical']) ||
      isKept(sessionStorage, ['lectern:look-up', 'lectern:listen-on'])
    )
      dataset.awake = '';
  } catch {
    // Nothing can be kept, so that nothing is.
  }
}
