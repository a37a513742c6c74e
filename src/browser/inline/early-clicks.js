{
  // A click on the text or its bar that comes before the reader happens once it is there. Links and fields work by
  // themselves, and other islands hold back their own clicks.
  let held = null;
  const hold = (event) => {
    const { target } = event;
    const control = target.closest('a, button, summary, label, input, astro-island');
    const isOwn =
      control === null ? target.closest('main') : control.closest('.reader-bar') && control.tagName === 'BUTTON';
    if (isOwn) held = event;
  };
  document.addEventListener('click', hold, true);
  document.addEventListener(
    'reader-ready',
    () => {
      document.removeEventListener('click', hold, true);
      // The reader asks where the finger went down.
      for (const type of held ? ['pointerdown', 'click'] : []) held.target.dispatchEvent(new MouseEvent(type, held));
    },
    { once: true },
  );
}
