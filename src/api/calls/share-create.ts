import { shareCreate } from '#src/contract/index.ts';
import { deviceOf, handle } from '../http/handler.ts';
import { putShare } from '../store/visitors/shares.ts';
import { shareTarget } from './share-target.ts';
import { waitIf } from './sign-in.ts';

export const shareCreateHandler = handle(shareCreate, async ({ kind, id }, context) => {
  const { store, limits, address, now } = context;
  const device = deviceOf(context);
  waitIf(await limits.sharesByAddress.consume(address));
  waitIf(await limits.sharesByDevice.consume(device));
  shareTarget(store.catalogue, { kind, target_id: id });
  return { share: putShare(store.visitors, device, kind, id, now()) };
});
