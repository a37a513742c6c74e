/** Address of `book.brief`, apart from its schemas: the home page asks for it, so it has to be small. */
export const BOOK_BRIEF = { name: 'book.brief', method: 'GET', path: '/v1/book.brief' } as const;

/** What was told of books is asked for again after this time. */
export const BRIEFS_MS = 5 * 60_000;
