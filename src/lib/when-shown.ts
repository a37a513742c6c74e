/**
 * Runs a function with side effects when the page is visible: immediately or, for a page that the browser has
 * prerendered, when the visitor opens the page (https://developer.mozilla.org/docs/Web/API/Document/prerendering).
 */
export function whenShown(run: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
