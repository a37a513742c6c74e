import { bookFigures, bookSimilar, bookTrending } from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError } from '../http/error.ts';
import { handle } from '../http/handler.ts';
import { rankedBooks, similarBooksOf } from '../living-lists/listed-books.ts';

export const bookTrendingHandler = handle(bookTrending, async ({ limit }, context) => {
  requireLists(context);
  return { items: await rankedBooks(context.store, context, { list: 'trending', genre: 0, limit }) };
});

export const bookFiguresHandler = handle(bookFigures, async ({ list, genre_id = 0, limit }, context) => {
  requireLists(context);
  if (genre_id > 0 && list !== 'rising') throw new ApiError('BAD_REQUEST', 'genre_id: only for the list "rising"');
  return { items: await rankedBooks(context.store, context, { list, genre: genre_id, limit }) };
});

export const bookSimilarHandler = handle(bookSimilar, async ({ ids, limit }, context) => {
  requireLists(context);
  return {
    items: await similarBooksOf(context.store, context, { ids: [...new Set(ids.split(',').map(Number))], limit }),
  };
});

/** Answers like an upstream without these calls if the brand has no living lists. */
function requireLists({ livingLists }: CallContext): void {
  if (!livingLists) throw new ApiError('CALL_ABSENT', 'This brand has no living lists.');
}
