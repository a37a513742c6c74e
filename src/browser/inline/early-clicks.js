{
  // What the visitor does before the reader is there. A tap in the middle of the text shows and hides its bars at once; any
  // other click on the text or a button of the bar happens once the reader is there. Links and fields work by themselves,
  // and other islands hold back their own clicks.
  const { dataset } = document.documentElement;
  let held = null;
  let late;
  const turnBars = (event) => {
    const bars = document.querySelector('.reader-controls');
    const place = event.clientX / innerWidth;
    // As src/islands/reader/taps.ts divides the window. A click that no pointer made has no place.
    const isMiddle = event.detail === 0 || (place > 0.28 && place < 0.72);
    if (!bars || !isMiddle || String(getSelection())) return false;
    const isShown = bars.dataset.bar !== 'true';
    bars.dataset.bar = bars.dataset.open = isShown;
    // The reader begins with hidden bars, and shows them by the same tap.
    held = isShown ? event : null;
    return true;
  };
  const hold = (event) => {
    const { target } = event;
    const control = target.closest('a, button, summary, label, input, astro-island');
    const isText = control === null && target.closest('main');
    // The button of the night works by itself (browser/inline/color-mode.js).
    const isButton = control?.matches('.reader-bar button:not([aria-pressed])');
    if (!isButton && !(isText && (target.localName === 'img' || !turnBars(event)))) return;
    held = event;
    // As browser/directives/intent.ts.
    clearTimeout(late);
    late = setTimeout(() => document.dispatchEvent(new Event('late')), 4000);
  };
  document.addEventListener('click', hold, true);
  document.addEventListener(
    'reader-ready',
    () => {
      clearTimeout(late);
      document.removeEventListener('click', hold, true);
      // The reader asks where the finger went down.
      for (const type of held ? ['pointerdown', 'click'] : []) held.target.dispatchEvent(new MouseEvent(type, held));
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
