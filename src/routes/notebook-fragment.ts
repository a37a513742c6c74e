/** The part of `/notebook` that the URL's fragment selects. */
export interface NotebookPlace {
  /** Id of the book; null for the list of all notebooks. */
  readonly bookId: number | null;
  /** Id of the mark to show. */
  readonly markId: string | null;
}

/** The notebook is a single page for all books, so that visitors' marks stay in the browser and it works offline. */
export function notebookFragment(bookId?: number, markId?: string): string {
  if (bookId === undefined) return '';
  return markId === undefined ? `#book=${bookId}` : `#book=${bookId}&mark=${markId}`;
}

/** @param hash fragment of the page's URL; an invalid one shows the list */
export function readNotebookFragment(hash: string): NotebookPlace {
  const [, book, markId = null] = /^#book=([1-9]\d{0,14})(?:&mark=([\dA-Za-z-]{8,64}))?$/.exec(hash) ?? [];
  return book === undefined ? { bookId: null, markId: null } : { bookId: Number(book), markId };
}
