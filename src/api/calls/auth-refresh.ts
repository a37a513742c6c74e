import { authRefresh } from '#src/contract/index.ts';
import { ApiFault } from '../http/fault.ts';
import { handle } from '../http/handler.ts';
import { renewSession } from '../store/visitors/sessions.ts';
import { dropCookie, handOver } from './sign-in.ts';

export const authRefreshHandler = handle(authRefresh, (_params, context) => {
  const { browser, store, now } = context;
  if (!browser.sameOrigin) throw new ApiFault('FORBIDDEN', 'Only the site itself may ask this.');
  const renewed = browser.refresh === '' ? undefined : renewSession(store.visitors, browser.refresh, now());
  if (renewed) return { session: handOver(context, renewed.user, renewed.tokens) };
  if (browser.refresh !== '') dropCookie(context);
  throw new ApiFault('UNAUTHORIZED', 'Please sign in.');
});
