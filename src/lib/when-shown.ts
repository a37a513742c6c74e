/**
 * Runs what may write, count, ask or send once the page is shown: at once, or for a page that the browser rendered ahead
 * when its visitor turns to it (https://developer.mozilla.org/docs/Web/API/Document/prerendering).
 */
export function whenShown(run: () => void): void {
  if ((document as Document & { prerendering?: boolean }).prerendering)
    document.addEventListener('prerenderingchange', run, { once: true });
  else run();
}
