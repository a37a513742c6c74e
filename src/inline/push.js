{
  // What this device is, and whether the visitor wants to hear of the app: its banner stands, or does not, from the first paint on.
  const KEY = 'lectern:app-push';
  const DAY_MS = 86_400_000;
  const root = document.documentElement;
  const { userAgent } = navigator;
  const ios = /iphone|ipad|ipod/i.test(userAgent);
  const phone = /mobi/i.test(userAgent) && !/ipad|tablet/i.test(userAgent);
  const other = phone ? 'phone' : 'desktop';
  root.dataset.device = ios ? 'ios' : /android/i.test(userAgent) ? 'android' : other;

  // Safari has a banner of its own on pages that name what the app opens.
  const smart =
    ios &&
    /version\/[\d.]+ mobile\/\S+ safari\//i.test(userAgent) &&
    document.querySelector('meta[name="apple-itunes-app"]');
  const away = () => {
    try {
      const { until } = JSON.parse(localStorage.getItem(KEY));
      return until === null || until > Date.now();
    } catch {
      return false;
    }
  };
  if (phone && !smart && !away()) root.dataset.push = '';

  addEventListener('click', (event) => {
    const choice = event.target instanceof Element && event.target.closest('[data-push-away]');
    if (!choice) return;
    const days = Number(choice.dataset.pushAway);
    delete root.dataset.push;
    document.querySelector('#content')?.focus({ preventScroll: true });
    try {
      localStorage.setItem(KEY, JSON.stringify({ until: days > 0 ? Date.now() + days * DAY_MS : null }));
    } catch {
      // A browser that keeps nothing hides it for this page.
    }
  });
}
