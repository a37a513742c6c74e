/** Endpoint of `book.brief` without its schemas: the home page sends it and must not load valibot for it. */
export const BOOK_BRIEF = { name: 'book.brief', method: 'GET', path: '/v1/book.brief' } as const;

/** How long a response is cached. */
export const BRIEFS_MS = 5 * 60_000;
