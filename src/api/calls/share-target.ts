import type { ShareTarget } from '#src/contract/calls/share.ts';
import { found } from '../http/fault.ts';
import { bookReferences, type Database, helpEventById } from '../store/reads/index.ts';
import type { ShareRow } from '../store/visitors/shares.ts';

/** @throws ApiFault NOT_FOUND where the book or event is not there, or no longer */
export function shareTarget(catalogue: Database, { kind, target_id: id }: ShareRow): ShareTarget {
  if (kind === 'help') {
    const { book_id } = found(helpEventById(catalogue, id), 'help event');
    return { kind: 'help', id, book_id };
  }
  const [book] = bookReferences(catalogue, [id]);
  return { kind: 'book', book: found(book, 'book') };
}
