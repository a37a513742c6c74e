import { eventOfBook } from '#src/contract/index.ts';
import { found } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { booksByIds, lastEventOf } from '../store/reads/index.ts';
import { helpEvent } from './help-event.ts';

export const eventOfBookHandler = handle(eventOfBook, ({ book_id }, context) => {
  const { catalogue } = context.store;
  found(booksByIds(catalogue, [book_id])[0], 'book');
  const id = lastEventOf(catalogue, book_id);
  return { event: id === undefined ? null : helpEvent(context, id) };
});
