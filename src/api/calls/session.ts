import type { Session, UserInfo } from '#src/contract/entities/visitor.ts';
import { authLogout, authRefresh } from '#src/contract/index.ts';
import type { SignInChange } from '#src/i18n/mails/account-change-messages.ts';
import { SESSION_COOKIE } from '#src/lib/cookie.ts';
import type { LogFields } from '#src/lib/log.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, requireFound } from '../http/error.ts';
import { handle, visitorOf } from '../http/handler.ts';
import type { Database } from '../store/database.ts';
import { siteWithSettings } from '../store/reads/index.ts';
import { claimAccount, langOf, setLang, userById } from '../store/visitors/accounts.ts';
import { addKnownDevice } from '../store/visitors/devices.ts';
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
import { accountChangeMail } from '../visitors/account-mails.ts';
import { parseUserAgent } from '../visitors/user-agent.ts';

export const authRefreshHandler = handle(authRefresh, async (_params, context) => {
  const { accounts, browser, store, now } = context;
  if (!browser.sameOrigin) throw new ApiError('FORBIDDEN', 'Only the site itself may make this call.');
  const session =
    browser.refresh === ''
      ? undefined
      : await store.visitors.transaction(async (visitors): Promise<NewSession | undefined> => {
          const renewed = await renewSession(visitors, accounts, browser.refresh, now());
          if (!renewed) return undefined;
          await claimAccount(visitors, accounts, renewed.user);
          return { user: requireFound(await userById(visitors, renewed.user), 'visitor'), tokens: renewed.tokens };
        });
  if (session) return { session: deliverTokens(context, session) };
  if (browser.refresh !== '') dropCookie(context);
  throw new ApiError('UNAUTHORIZED', 'Please sign in.');
});

export const authLogoutHandler = handle(authLogout, async ({ everywhere }, context) => {
  const { visitors } = context.store;
  if (everywhere) await endSessions(visitors, visitorOf(context));
  else if (context.session !== undefined) await endSession(visitors, context.session);
  dropCookie(context);
  if (context.user !== undefined) logEvent(context, 'a visitor signed out', context.user, { everywhere });
  return {};
});

/** How a visitor authenticated. */
export type SignInWay = 'password' | 'registration' | 'mail' | 'provider';

/** A new session that is stored, but not sent to the visitor yet. */
interface NewSession {
  readonly user: UserInfo;
  readonly tokens: Tokens;
}

/** Starts a session and ends the previous session of the same browser. Must be the last step of a transaction. */
export async function beginSession(visitors: Database, context: CallContext, user: number): Promise<NewSession> {
  const { accounts, now, browser, device, lang } = context;
  await claimAccount(visitors, accounts, user);
  await setLang(visitors, user, lang);
  if (device !== '') await addKnownDevice(visitors, user, device, now());
  if (browser.refresh !== '') await endSessionOfRefresh(visitors, browser.refresh);
  const tokens = await addSession(visitors, user, parseUserAgent(browser.userAgent), now());
  return { user: requireFound(await userById(visitors, user), 'visitor'), tokens };
}

export function deliverSession(context: CallContext, session: NewSession, way: SignInWay): Session {
  logEvent(context, 'a visitor signed in', session.user.id, { way });
  return deliverTokens(context, session);
}

/** Logs a security event of an account, with the visitor's id and IP address, but no names or secrets. */
export function logEvent(
  { log, brand, address }: CallContext,
  event: string,
  user: number,
  more: LogFields = {},
): void {
  log.info(event, { brand, user, address, ...more });
}

/** The site that mails name, with the settings of the brand. */
export const mailSite = ({ store, brand, site }: CallContext) => siteWithSettings(store.catalogue, brand, site);

/** Emails the owner of an account, in the account's language, that the way to sign in has changed. */
export async function mailChange(
  context: CallContext,
  { id, email: to }: { readonly id: number; readonly email: string },
  change: SignInChange,
): Promise<void> {
  const { mailer, store, lang } = context;
  const accountLang = (await langOf(store.visitors, id)) || lang;
  mailer?.send(async () => accountChangeMail({ to, site: await mailSite(context), lang: accountLang }, change));
}

/** Returns the session for the response, with the access token. Puts the refresh token into the cookie. */
function deliverTokens({ browser }: CallContext, { user, tokens }: NewSession): Session {
  browser.setCookie(cookieOf(tokens.refresh, SESSION_MS / 1000));
  return { token: tokens.access, expires_at: tokens.expires_at, renew_in: RENEW_SECONDS, user };
}

export const dropCookie = ({ browser }: CallContext): void => browser.setCookie(cookieOf('', 0));

const cookieOf = (value: string, seconds: number) =>
  `${SESSION_COOKIE}=${value}; Max-Age=${seconds}; Path=/; Secure; HttpOnly; SameSite=Lax`;
