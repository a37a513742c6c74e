/** Kind of the lists of editions. */
export const EDITIONS = 'editions';

/** Identifies the stored editions of a book; with a chapter, those with the chapters that correspond to it. */
export const editionsKey = (book: number, chapter: number | undefined) => ({
  kind: EDITIONS,
  reference: JSON.stringify(chapter === undefined ? [book] : [book, chapter]),
});
