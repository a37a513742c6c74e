import type { ShareTarget } from '#src/contract/calls/share.ts';
import { shareCreate, shareResolve } from '#src/contract/index.ts';
import { checkLimit, found } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { bookReferences, type Database, helpEventById } from '../store/reads/index.ts';
import { putShare, type ShareRow, shareOfToken } from '../store/visitors/shares.ts';

export const shareCreateHandler = handle(shareCreate, async ({ kind, id }, context) => {
  const { store, limits, address, now } = context;
  const device = deviceOf(context);
  checkLimit(await limits.sharesByAddress.consume(address));
  checkLimit(await limits.sharesByDevice.consume(device));
  shareTarget(store.catalogue, { kind, target_id: id });
  return { share: putShare(store.visitors, device, kind, id, now()) };
});

export const shareResolveHandler = handle(shareResolve, ({ token }, { store, now }) => ({
  target: shareTarget(store.catalogue, found(shareOfToken(store.visitors, token, now()), 'link')),
}));

/** @throws ApiError NOT_FOUND where the book or event is not there, or no longer */
function shareTarget(catalogue: Database, { kind, target_id: id }: ShareRow): ShareTarget {
  if (kind === 'help') {
    const { book_id } = found(helpEventById(catalogue, id), 'help event');
    return { kind: 'help', id, book_id };
  }
  const [book] = bookReferences(catalogue, [id]);
  return { kind: 'book', book: found(book, 'book') };
}
