import { TOKEN, TOKEN_FORM } from '../state/storage-keys.ts';

// Redirects signed-out visitors from account pages to the sign-in page, with the return path (`signIn` in src/routes/guards.ts).
const { signIn } = document.documentElement.dataset;
const isSignedIn = () => {
  try {
    return TOKEN_FORM.test(localStorage.getItem(TOKEN) ?? '');
  } catch {
    // Without storage there is no session. The sign-in page reports the problem.
    return false;
  }
};
const check = () => {
  const back = encodeURIComponent(location.pathname + location.search);
  if (!isSignedIn()) location.replace(`${signIn}?to=${back}`);
};
check();
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) check();
});
