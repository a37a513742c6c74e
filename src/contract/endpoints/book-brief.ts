/** The call `book.brief` without its schemas, so that the home page can make the call without loading valibot. */
export const BOOK_BRIEF = { name: 'book.brief', method: 'GET', path: '/v1/book.brief' } as const;

/** How long a browser caches a response. */
export const BRIEFS_MS = 5 * 60_000;
