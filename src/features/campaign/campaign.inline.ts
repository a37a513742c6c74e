// Copies the campaign parameters of the address, and the book that they name, to the links to the stores and the app.
// Other parameters are not copied. An attribute reserves the space of the book before first paint.
const query = new URLSearchParams(location.search);
const parameters = new URLSearchParams();
for (const [name, value] of query) {
  const isParameter = /^(utm_[a-z_]{1,20}|gclid|fbclid|ref)$/.test(name) && /^[^\p{C}<>"'`\\]{1,200}$/u.test(value);
  if (isParameter && !parameters.has(name) && parameters.size < 12) parameters.set(name, value);
}
const number = (name: string) => /^[1-9]\d{0,14}$/.exec(query.get(name) ?? '')?.[0];
const book = number('book');
const chapter = book && number('chapter');
const path = chapter ? `/book-reader/${book}/${chapter}` : book ? `/novel/${book}` : '';
const label = parameters.get('utm_campaign') || parameters.get('utm_source') || parameters.get('ref') || '';
if (book) parameters.set('book', book);
if (chapter) parameters.set('chapter', chapter);
if (book) document.documentElement.dataset['campaignBook'] = '';

document.addEventListener('DOMContentLoaded', () => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.campaign a')) {
    const { app, site, store } = link.dataset;
    if (store && parameters.size > 0) {
      const url = new URL(link.href);
      if (store === 'android') url.searchParams.set('referrer', String(parameters));
      else
        for (const [name, value] of [...parameters, ['ct', label.slice(0, 40)] as const])
          if (value) url.searchParams.set(name, value);
      link.href = String(url);
    }
    if (app) link.href = `${app}:/${path || '/ads'}${parameters.size > 0 ? `?${parameters}` : ''}`;
    if (site !== undefined && path) link.href = link.pathname.replace(/\/$/, '') + path;
  }
});
