/** Centres the current tab in a strip of tabs without scrolling the page. */
export function showCurrentTab(): void {
  const strip = document.querySelector<HTMLElement>('[data-tabs] ul');
  const tab = strip?.querySelector<HTMLElement>('[aria-current=page]');
  if (!strip || !tab) return;
  // A ResizeObserver runs after layout, when reading the layout is cheap.
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2;
  });
  observer.observe(strip);
}
