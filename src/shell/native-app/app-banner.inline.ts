import { APP_PUSH } from '../state/storage-keys.ts';
import type { UnsavedPart } from '../state/unsaved-parts.ts';

// Sets attributes of the root element: the kind of device, and whether the app banner is shown (docs/develop/app.md).
const { dataset } = document.documentElement;
const is = (pattern: RegExp) => pattern.test(navigator.userAgent);
const phone = is(/mobi/i) && !is(/ipad|tablet/i);
const ios = is(/iphone|ipad|ipod/i);
dataset['device'] = ios ? 'ios' : is(/android/i) ? 'android' : phone ? 'phone' : 'desktop';

const isDismissed = () => {
  try {
    const { until } = JSON.parse(localStorage.getItem(APP_PUSH) as string);
    return until === null || until > Date.now();
  } catch {
    return false;
  }
};
const isSafari = is(/version\/[\d.]+ mobile\/\S+ safari\//i);
const hasSmartBanner = isSafari && document.querySelector('meta[name="apple-itunes-app"]');
if (phone && !hasSmartBanner && !isDismissed()) dataset['push'] = '';

addEventListener('click', ({ target }) => {
  const choice = (target as Element).closest?.<HTMLElement>('[data-push-away]');
  if (!choice) return;
  const days = Number(choice.dataset['pushAway']);
  delete dataset['push'];
  document.querySelector<HTMLElement>('#content')?.focus({ preventScroll: true });
  try {
    localStorage.setItem(APP_PUSH, JSON.stringify({ until: days > 0 ? Date.now() + days * 86_400_000 : null }));
  } catch {
    // Without storage, the banner stays hidden on this page only.
    dataset['unsaved'] = 'choice' satisfies UnsavedPart;
  }
});
