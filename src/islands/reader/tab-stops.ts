/** What stands below the text: the neighbouring chapters, which the bar has too, and the way to tell of a mistake. */
const BELOW = ':is([data-reader-tail], .support) :is(a, button, summary, select, textarea)';

/**
 * Keeps Tab on what is seen. Links far below the text are no stops until they show: the focus on one would scroll over the
 * chapter, at whose end the next one comes, and move the link on. The bar on top shows before it gets the focus, for which
 * the page would else be scrolled, and until something else than Tab is used.
 */
export function listenForTab(): () => void {
  const { dataset } = document.documentElement;
  const stopping = new AbortController();
  const leave = () => delete dataset['tabbing'];
  const look = ({ key }: KeyboardEvent) => {
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
  addEventListener('keydown', look, options);
  for (const type of ['pointerdown', 'wheel']) addEventListener(type, leave, options);
  return () => stopping.abort();
}
