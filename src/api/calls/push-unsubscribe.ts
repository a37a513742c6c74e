import { pushUnsubscribe } from '#src/contract/index.ts';
import { handle } from '../http/handler.ts';
import { dropSubscription } from '../store/visitors/push.ts';
import { waitIf } from './sign-in.ts';

export const pushUnsubscribeHandler = handle(pushUnsubscribe, async ({ endpoint }, { store, limits, address }) => {
  waitIf(await limits.pushByAddress.consume(address));
  return { removed: dropSubscription(store.visitors, endpoint) };
});
