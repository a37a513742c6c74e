{
  // A campaign's marks go along into the stores and the app, and so does the book it names; all else stays behind.
  const given = new URLSearchParams(location.search);
  const marks = new URLSearchParams();
  for (const [name, value] of given) {
    if (!/^(utm_[a-z_]{1,20}|gclid|fbclid|ref)$/.test(name) || marks.has(name)) continue;
    if (marks.size < 12 && /^[^\p{C}<>"'`\\]{1,200}$/u.test(value)) marks.set(name, value);
  }
  const number = (name) => /^[1-9]\d{0,14}$/.exec(given.get(name) ?? '')?.[0];
  const book = number('book');
  const chapter = book && number('chapter');
  const path = chapter ? `/book-reader/${book}/${chapter}` : book ? `/novel/${book}` : '';
  const named = (name) => marks.get(`utm_${name}`) ?? '';
  const label = named('campaign') || named('source') || marks.get('ref') || '';
  if (book) marks.set('book', book);
  if (chapter) marks.set('chapter', chapter);
  if (book) document.documentElement.dataset.campaignBook = '';

  for (const link of document.querySelectorAll('.campaign a[data-store]')) {
    if (marks.size === 0) break;
    const url = new URL(link.href);
    if (link.dataset.store === 'android') url.searchParams.set('referrer', String(marks));
    else
      for (const [name, value] of [...marks, ['ct', label.slice(0, 40)]]) if (value) url.searchParams.set(name, value);
    link.href = url.href;
  }
  for (const link of document.querySelectorAll('.campaign a[data-app]')) {
    link.href = `${link.dataset.app}:/${path || '/ads'}${marks.size > 0 ? `?${marks}` : ''}`;
  }
  for (const link of document.querySelectorAll('.campaign a[data-site]')) {
    if (path) link.href = link.pathname.replace(/\/$/, '') + path;
  }
}
