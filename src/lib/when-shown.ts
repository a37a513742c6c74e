/**
 * Runs a function with side effects once the page is visible: immediately or, for a prerendered page, when the visitor
 * opens it (https://developer.mozilla.org/docs/Web/API/Document/prerendering).
 */
export function whenShown(run: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
