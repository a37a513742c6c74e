import { LOGIN_STATUS, RENEW_AT, TOKEN, USER_INFO } from '#src/shell/state/storage-keys.ts';
import { reportUnsaved } from '#src/shell/state/unsaved-parts.ts';
import { returnPath } from './island/return-path.ts';

// Fills in the return path of the form that is posted without the island (src/serve/forms/sign-in-form.ts). Stores the
// session that the server returns, in the same way as the island.
const { cookie, locale, home } = (document.currentScript as HTMLScriptElement).dataset;
const to = returnPath(location.search);
const fields = document.querySelector<HTMLFormElement>('.login-form')?.elements;
const fill = (name: string, value = '') => {
  (fields?.namedItem(name) as HTMLInputElement).value = value;
};
fill('locale', locale);
if (to) fill('to', to);
const start = `${cookie}=`;
const handover = document.cookie.split('; ').find((pair) => pair.startsWith(start));
if (handover) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and the visitor leaves the page at once
  document.cookie = `${start}; Max-Age=0; Path=/; Secure`;
  try {
    const { token, renew_in, user } = JSON.parse(decodeURIComponent(handover.slice(start.length)));
    localStorage.setItem(TOKEN, token);
    if (renew_in === undefined) localStorage.removeItem(RENEW_AT);
    else localStorage.setItem(RENEW_AT, JSON.stringify(Date.now() + renew_in * 1000));
    localStorage.setItem(USER_INFO, JSON.stringify(user));
    localStorage.setItem(LOGIN_STATUS, 'true');
    location.replace(to ?? home ?? '/');
  } catch {
    // A partly stored session cannot be used, so all parts are deleted.
    reportUnsaved('session');
    try {
      for (const key of [TOKEN, RENEW_AT, USER_INFO, LOGIN_STATUS]) localStorage.removeItem(key);
    } catch {
      // Storage is unavailable, so there is nothing to delete.
    }
  }
}
