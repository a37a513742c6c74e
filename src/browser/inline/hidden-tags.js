{
  // Books with a tag that the visitor never wants to see are left out of every list (docs/develop/library.md).
  const sheet = new CSSStyleSheet();
  const hide = () => {
    try {
      const tags = JSON.parse(localStorage.getItem('lectern:hidden-tags')) ?? [];
      const books = tags.filter((tag) => Number.isInteger(tag?.id)).map(({ id }) => `[data-tags~="${id}"]`);
      sheet.replaceSync(books.length ? `:root:not([data-all-books]) :is(${books}){display:none}` : '');
    } catch {
      // Nothing is kept, or nothing that can be read.
    }
  };
  document.adoptedStyleSheets.push(sheet);
  hide();
  addEventListener('pageshow', hide);
  document.addEventListener('prerenderingchange', hide);
}
