/** Controls below the text: the links to the neighbouring chapters, which are also in the bar, and the report form. */
const BELOW = ':is([data-reader-tail], .support) :is(a, button, summary, select, textarea)';

/**
 * Limits the Tab key to visible controls. Links below the text are excluded from the tab order while they are out of
 * view: focusing such a link would scroll past the chapter, which would load the next chapter and push the link further
 * away. The top bar appears on the first Tab, because focusing a hidden bar would scroll the page. It remains until the
 * visitor uses another input.
 */
export function listenForTab(): () => void {
  const { dataset } = document.documentElement;
  const stopping = new AbortController();
  const leave = () => delete dataset['tabbing'];
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Tab') return key === 'Shift' || leave();
    dataset['tabbing'] = 'true';
    for (const link of document.querySelectorAll<HTMLElement>(BELOW)) {
      const { top, bottom } = link.getBoundingClientRect();
      if (bottom > 0 && top < innerHeight) link.removeAttribute('tabindex');
      else link.tabIndex = -1;
    }
    return true;
  };
  const options = { capture: true, passive: true, signal: stopping.signal };
  addEventListener('keydown', handleKey, options);
  for (const type of ['pointerdown', 'wheel']) addEventListener(type, leave, options);
  return () => stopping.abort();
}
