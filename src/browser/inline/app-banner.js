{
  // What the device is, and whether the app's banner stands (docs/develop/app.md).
  const key = 'lectern:app-push';
  const { dataset } = document.documentElement;
  const is = (pattern) => pattern.test(navigator.userAgent);
  const phone = is(/mobi/i) && !is(/ipad|tablet/i);
  const ios = is(/iphone|ipad|ipod/i);
  dataset.device = ios ? 'ios' : is(/android/i) ? 'android' : phone ? 'phone' : 'desktop';

  const away = () => {
    try {
      const { until } = JSON.parse(localStorage.getItem(key));
      return until === null || until > Date.now();
    } catch {
      return false;
    }
  };
  const safari = is(/version\/[\d.]+ mobile\/\S+ safari\//i);
  const smart = safari && document.querySelector('meta[name="apple-itunes-app"]');
  if (phone && !smart && !away()) dataset.push = '';

  addEventListener('click', ({ target }) => {
    const choice = target.closest?.('[data-push-away]');
    if (!choice) return;
    const days = choice.dataset.pushAway;
    delete dataset.push;
    document.querySelector('#content')?.focus({ preventScroll: true });
    try {
      localStorage.setItem(key, JSON.stringify({ until: days > 0 ? Date.now() + days * 864e5 : null }));
    } catch {
      // Hidden on this page only. Same as src/lib/unsaved.ts.
      dataset.unsaved = 'choice';
    }
  });
}
