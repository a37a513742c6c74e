import { pushKey, pushSubscribe, pushUnsubscribe } from '#src/contract/index.ts';
import { ApiError, checkLimit } from '../http/error.ts';
import { handle } from '../http/handler.ts';
import { isPublicEndpoint, serviceOf } from '../push/endpoint.ts';
import { bookBriefs, offeredBooks } from '../store/reads/index.ts';
import { dropSubscription, putSubscription } from '../store/visitors/push.ts';

export const pushKeyHandler = handle(pushKey, (_params, { push, brand }) => ({
  key: push.brands.get(brand)?.keys.public ?? null,
}));

export const pushSubscribeHandler = handle(pushSubscribe, async ({ books, ...subscription }, context) => {
  const { store, limits, push, brand, address, now } = context;
  checkLimit(await limits.pushByAddress.consume(address));
  if (!push.brands.has(brand)) throw new ApiError('NOT_FOUND', 'This brand sends no notifications.');
  if (!push.allowPrivateAddresses && !isPublicEndpoint(subscription.endpoint))
    throw new ApiError('BAD_REQUEST', 'endpoint: must be the address of a push service');
  const offered = await bookBriefs(store.catalogue, await offeredBooks(store.catalogue, brand, [...new Set(books)]));
  const followed = offered.map(({ id, last_chapter }) => ({ id, last: last_chapter?.number ?? 0 }));
  await putSubscription(
    store.visitors,
    { ...subscription, brand, service: serviceOf(subscription.endpoint) },
    followed,
    now(),
  );
  return { books: followed.length };
});

export const pushUnsubscribeHandler = handle(pushUnsubscribe, async ({ endpoint }, { store, limits, address }) => {
  checkLimit(await limits.pushByAddress.consume(address));
  return { removed: await dropSubscription(store.visitors, endpoint) };
});
