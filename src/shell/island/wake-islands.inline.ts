import { whenShown } from '#src/lib/when-shown.ts';

// Hydrates islands at once if they would show something else than the page. `data-kept` of this script names a storage key, and
// `data-asked` parameters of the query, whose presence means so.
const { kept = '', asked = '' } = (document.currentScript as HTMLScriptElement).dataset;
const query = new URLSearchParams(location.search);
const wake = () => {
  document.documentElement.dataset['awake'] = '';
  document.dispatchEvent(new Event('focusin'));
};
const isAsked = asked.split(' ').some((name) => query.has(name));
try {
  if (isAsked || localStorage.getItem(kept) || sessionStorage.getItem(kept)) whenShown(wake);
} catch {
  // Storage is unavailable: nothing is stored.
}
