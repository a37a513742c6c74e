{
  // The sign-in as a plain form (src/server/sign-in-form.ts): it takes along where the visitor wants to go, and the session
  // that it brought is kept as the sign-in's own script would keep it.
  const { cookie, locale, home } = document.currentScript.dataset;
  const to = new URLSearchParams(location.search).get('to') ?? '';
  // As src/islands/login/return-path.ts: a path of this site, and not the sign-in itself.
  const isOwn = /^\/(?![/\\])[^\s\\]*$/.test(to) && !/^(\/[a-z]{2})?\/login([/?#]|$)/.test(to);
  const fields = document.querySelector('.login-form').elements;
  fields.locale.value = locale;
  if (isOwn) fields.to.value = to;
  const start = `${cookie}=`;
  const kept = document.cookie.split('; ').find((one) => one.startsWith(start));
  if (kept) {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers later than the page is left
    document.cookie = `${start}; Max-Age=0; Path=/; Secure`;
    try {
      const { token, renew_in, user } = JSON.parse(decodeURIComponent(kept.slice(start.length)));
      const renewAt = renew_in === undefined ? [] : [['lectern:renew-at', Date.now() + renew_in * 1000]];
      localStorage.setItem('token', token);
      for (const [key, value] of [...renewAt, ['userInfo', user], ['loginStatus', true]])
        localStorage.setItem(key, JSON.stringify(value));
      if (renewAt.length === 0) localStorage.removeItem('lectern:renew-at');
      location.replace(isOwn ? to : home);
    } catch {
      // A partly stored session is useless. Same as src/lib/unsaved.ts.
      document.documentElement.dataset.unsaved = 'session';
      try {
        for (const key of ['token', 'lectern:renew-at', 'userInfo', 'loginStatus']) localStorage.removeItem(key);
      } catch {
        // Nothing was stored.
      }
    }
  }
}
