import { whenShown } from '#src/lib/when-shown.ts';

// Hydrates islands immediately if their content differs from the page's HTML: if a value is stored under the key in the
// script's `data-storage-key`, or if the address has a query parameter listed in `data-parameters`. The script is deferred,
// so that the page does not wait for it.
const { storageKey = '', parameters = '' } = (document.currentScript as HTMLScriptElement).dataset;
const query = new URLSearchParams(location.search);
const wake = () => {
  document.documentElement.dataset['awake'] = '';
  // Islands that were read before this script wait for input.
  for (const island of document.querySelectorAll('astro-island')) island.dispatchEvent(new Event('focusin'));
};
const hasParameter = parameters.split(' ').some((name) => query.has(name));
try {
  if (hasParameter || localStorage.getItem(storageKey) || sessionStorage.getItem(storageKey)) whenShown(wake);
} catch {
  // Storage is unavailable, so there is no stored value.
}
