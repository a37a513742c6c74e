/** Scrolls a strip of tabs, and nothing else, until the current tab stands in its middle. */
export function showCurrentTab(): void {
  const strip = document.querySelector<HTMLElement>('[data-tabs] ul');
  const tab = strip?.querySelector<HTMLElement>('[aria-current=page]');
  if (!strip || !tab) return;
  // It runs when the page is laid out, so that reading the layout costs nothing.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  });
  observer.observe(strip);
}
