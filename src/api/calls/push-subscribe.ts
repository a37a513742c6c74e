import { pushSubscribe } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { isPublicEndpoint } from '../push/endpoint.ts';
import { bookBriefs } from '../store/reads/index.ts';
import { putSubscription } from '../store/visitors/push.ts';
import { waitIf } from './sign-in.ts';

export const pushSubscribeHandler = handle(pushSubscribe, async ({ books, ...subscription }, context) => {
  const { store, limits, push, brand, address, now } = context;
  waitIf(await limits.pushByAddress.consume(address));
  if (!push.brands.has(brand)) throw new ApiFault('NOT_FOUND', 'This brand sends no notifications.');
  if (!push.allowPrivateAddresses && !isPublicEndpoint(subscription.endpoint))
    throw new ApiFault('BAD_REQUEST', 'endpoint: must be the address of a push service');
  const known = bookBriefs(store.catalogue, [...new Set(books)]);
  const followed = known.map(({ id, last_chapter }) => ({ id, last: last_chapter?.number ?? 0 }));
  putSubscription(store.visitors, { ...subscription, brand }, followed, now());
  return { books: followed.length };
});
