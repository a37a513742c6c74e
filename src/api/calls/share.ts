import type { ShareTarget } from '#src/contract/calls/share.ts';
import { shareCreate, shareResolve } from '#src/contract/index.ts';
import { checkLimit, requireFound } from '../http/error.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { type Database, helpEventById, offeredBooks } from '../store/reads/index.ts';
import { putShare, type ShareRow, shareOfToken } from '../store/visitors/shares.ts';

export const shareCreateHandler = handle(shareCreate, async ({ kind, id }, context) => {
  const { store, brand, limits, address, now } = context;
  const device = deviceOf(context);
  checkLimit(await limits.sharesByAddress.consume(address));
  checkLimit(await limits.sharesByDevice.consume(device));
  await shareTarget(store.catalogue, brand, { kind, target_id: id });
  return { share: await putShare(store.visitors, device, kind, id, now()) };
});

export const shareResolveHandler = handle(shareResolve, async ({ token }, { store, brand, now }) => ({
  target: await shareTarget(
    store.catalogue,
    brand,
    requireFound(await shareOfToken(store.visitors, token, now()), 'link'),
  ),
}));

/**
 * Returns the target of a shared link.
 * @throws ApiError NOT_FOUND if it does not exist, or the brand does not offer it
 */
async function shareTarget(
  catalogue: Database,
  brand: string,
  { kind, target_id: id }: ShareRow,
): Promise<ShareTarget> {
  if (kind === 'help') {
    const { book_id } = requireFound(await helpEventById(catalogue, id), 'help event');
    requireFound((await offeredBooks(catalogue, brand, [book_id]))[0], 'book');
    return { kind: 'help', id, book_id };
  }
  const { title, category } = requireFound((await offeredBooks(catalogue, brand, [id]))[0], 'book');
  return { kind: 'book', book: { id, title, category } };
}
