import type { Session } from '#src/contract/entities/visitor.ts';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import type { CallContext } from '../http/context.ts';
import { ApiFault, found } from '../http/fault.ts';
import { userById } from '../store/visitors/accounts.ts';
import { addSession, endSessionOfRefresh, RENEW_SECONDS, SESSION_MS, type Tokens } from '../store/visitors/sessions.ts';
import { deviceWords } from '../visitors/device-words.ts';

/** A new session of the visitor, in place of the one this browser had. */
export function signIn(context: CallContext, user: number): Session {
  const { store, now, browser } = context;
  if (browser.refresh !== '') endSessionOfRefresh(store.visitors, browser.refresh);
  return handOver(context, user, addSession(store.visitors, user, deviceWords(browser.userAgent), now()));
}

/** The access token goes into the answer, the refresh token into the cookie. */
export function handOver({ store, browser }: CallContext, user: number, tokens: Tokens): Session {
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

/** @throws ApiFault RATE_LIMITED where there is time to wait */
export function waitIf(seconds: number): void {
  if (seconds === 0) return;
  const wait = `Too many attempts. Please try again in ${Math.ceil(seconds / 60)} min.`;
  throw new ApiFault('RATE_LIMITED', wait, { 'retry-after': String(seconds) });
}
