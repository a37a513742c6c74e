import { HIDDEN_TAGS } from '../state/storage-keys.ts';

// Hides books with a tag that the visitor has hidden, in every list (docs/develop/library.md).
const sheet = new CSSStyleSheet();
const hide = () => {
  try {
    const tags: readonly ({ id?: unknown } | null)[] = JSON.parse(localStorage.getItem(HIDDEN_TAGS) as string) ?? [];
    const books = tags.filter((tag) => Number.isInteger(tag?.id)).map((tag) => `[data-tags~="${tag?.id}"]`);
    sheet.replaceSync(books.length ? `:root:not([data-all-books]) :is(${books}){display:none}` : '');
  } catch {
    // Storage is unavailable, or its value is invalid.
  }
};
document.adoptedStyleSheets.push(sheet);
hide();
addEventListener('pageshow', hide);
document.addEventListener('prerenderingchange', hide);
