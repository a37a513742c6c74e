// Passes campaign parameters, and the book they name, on to the stores and the app. Drops all other parameters.
const query = new URLSearchParams(location.search);
const marks = new URLSearchParams();
for (const [name, value] of query) {
  const isMark = /^(utm_[a-z_]{1,20}|gclid|fbclid|ref)$/.test(name) && /^[^\p{C}<>"'`\\]{1,200}$/u.test(value);
  if (isMark && !marks.has(name) && marks.size < 12) marks.set(name, value);
}
const number = (name: string) => /^[1-9]\d{0,14}$/.exec(query.get(name) ?? '')?.[0];
const book = number('book');
const chapter = book && number('chapter');
const path = chapter ? `/book-reader/${book}/${chapter}` : book ? `/novel/${book}` : '';
const label = marks.get('utm_campaign') || marks.get('utm_source') || marks.get('ref') || '';
if (book) marks.set('book', book);
if (chapter) marks.set('chapter', chapter);
if (book) document.documentElement.dataset['campaignBook'] = '';

for (const link of document.querySelectorAll<HTMLAnchorElement>('.campaign a')) {
  const { app, site, store } = link.dataset;
  if (store && marks.size > 0) {
    const url = new URL(link.href);
    if (store === 'android') url.searchParams.set('referrer', String(marks));
    else
      for (const [name, value] of [...marks, ['ct', label.slice(0, 40)] as const])
        if (value) url.searchParams.set(name, value);
    link.href = String(url);
  }
  if (app) link.href = `${app}:/${path || '/ads'}${marks.size > 0 ? `?${marks}` : ''}`;
  if (site !== undefined && path) link.href = link.pathname.replace(/\/$/, '') + path;
}
