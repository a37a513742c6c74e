/** Paths of the data files of a static site, which replace the API. */

/** Path of a book with its chapters. @param section the content section of the book's language */
export const staticBookPath = (section: number, bookId: number) => `/_data/${section}/books/${bookId}.json`;

/** Path of a section's search index. */
export const staticIndexPath = (section: number) => `/_data/${section}/search.json`;
