import type { Session } from '#src/contract/entities/visitor.ts';
import { authLogout, authRefresh } from '#src/contract/index.ts';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import type { LogFields } from '#src/lib/log.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, found } from '../http/error.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { claimAccount, userById } from '../store/visitors/accounts.ts';
import { knowDevice } from '../store/visitors/devices.ts';
import {
  addSession,
  endSession,
  endSessionOfRefresh,
  endSessions,
  RENEW_SECONDS,
  renewSession,
  SESSION_MS,
  type Tokens,
} from '../store/visitors/sessions.ts';
import { parseUserAgent } from '../visitors/user-agent.ts';

export const authRefreshHandler = handle(authRefresh, (_params, context) => {
  const { accounts, browser, store, now } = context;
  if (!browser.sameOrigin) throw new ApiError('FORBIDDEN', 'Only the site itself may ask this.');
  const renewed = browser.refresh === '' ? undefined : renewSession(store.visitors, accounts, browser.refresh, now());
  if (renewed) claimAccount(store.visitors, accounts, renewed.user);
  if (renewed) return { session: deliverTokens(context, renewed.user, renewed.tokens) };
  if (browser.refresh !== '') dropCookie(context);
  throw new ApiError('UNAUTHORIZED', 'Please sign in.');
});

export const authLogoutHandler = handle(authLogout, ({ everywhere }, context) => {
  const { visitors } = context.store;
  if (everywhere) endSessions(visitors, visitorOf(context));
  else if (context.session !== undefined) endSession(visitors, context.session);
  dropCookie(context);
  if (context.user !== undefined) logEvent(context, 'a visitor signed out', context.user, { everywhere });
  return {};
});

/** By what a visitor showed who it is. */
export type SignInWay = 'password' | 'registration' | 'mail' | 'provider';

/** A new session of the visitor, in place of the one this browser had. */
export function signIn(context: CallContext, user: number, way: SignInWay): Session {
  const { accounts, store, now, browser, device } = context;
  claimAccount(store.visitors, accounts, user);
  if (device !== '') knowDevice(store.visitors, user, device, now());
  if (browser.refresh !== '') endSessionOfRefresh(store.visitors, browser.refresh);
  logEvent(context, 'a visitor signed in', user, { way });
  return deliverTokens(context, user, addSession(store.visitors, user, parseUserAgent(browser.userAgent), now()));
}

/** Logs what happened to an account: the visitor by number, the network by its address, no name and no secret. */
export function logEvent(
  { log, brand, address }: CallContext,
  event: string,
  user: number,
  more: LogFields = {},
): void {
  log.info(event, { brand, user, address, ...more });
}

/** The access token goes into the response, the refresh token into the cookie. */
function deliverTokens({ store, browser }: CallContext, user: number, tokens: Tokens): Session {
  browser.setCookie(cookieOf(tokens.refresh, SESSION_MS / 1000));
  return {
    token: tokens.access,
    expires_at: tokens.expires_at,
    renew_in: RENEW_SECONDS,
    user: found(userById(store.visitors, user), 'visitor'),
  };
}

export const dropCookie = ({ browser }: CallContext): void => browser.setCookie(cookieOf('', 0));

const cookieOf = (value: string, seconds: number) =>
  `${SESSION_COOKIE}=${value}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Lax`;
