/** What the fragment of `/notebook` names. */
export interface NotebookPlace {
  /** Null for the list of all notebooks. */
  readonly bookId: number | null;
  /** The mark to be shown. */
  readonly markId: string | null;
}

/** The notebook is one page for all books, so that what somebody marks stays in their browser, and it opens offline. */
export function notebookFragment(bookId?: number, markId?: string): string {
  if (bookId === undefined) return '';
  return markId === undefined ? `#book=${bookId}` : `#book=${bookId}&mark=${markId}`;
}

/** @param hash of the page's address; what it does not know leads to the list */
export function readNotebookFragment(hash: string): NotebookPlace {
  const [, book, markId = null] = /^#book=([1-9]\d{0,14})(?:&mark=([\dA-Za-z-]{8,64}))?$/.exec(hash) ?? [];
  return book === undefined ? { bookId: null, markId: null } : { bookId: Number(book), markId };
}
