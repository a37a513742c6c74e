import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  authLogin,
  authOidcBegin,
  authOidcFinish,
  authOptions,
  authRegister,
  authReset,
  authResetRequest,
} from '#src/contract/index.ts';
import { messagesIn } from '#src/i18n/mails/messages.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, checkLimit, requireFound } from '../http/error.ts';
import { handle } from '../http/handler.ts';
import type { Database } from '../store/database.ts';
import {
  addIdentity,
  addOidcState,
  addReset,
  addUser,
  credentialsOf,
  isProven,
  setPassword,
  setProven,
  takeOidcState,
  takeOverAccount,
  takeReset,
  userOfIdentity,
} from '../store/visitors/accounts.ts';
import { isKnownDevice } from '../store/visitors/devices.ts';
import { addWelcome } from '../store/visitors/purchases.ts';
import { endSessions } from '../store/visitors/sessions.ts';
import { staffById } from '../store/visitors/staff.ts';
import { accountMail, resetMail } from '../visitors/account-mails.ts';
import { type Identity, OidcError, type OidcProvider } from '../visitors/oidc.ts';
import { hashPassword, isOutdated, verifyDecoy, verifyPassword } from '../visitors/passwords.ts';
import { isWeakPassword } from '../visitors/weak-passwords.ts';
import { beginSession, deliverSession, mailChange, mailSite } from './session.ts';

export const authRegisterHandler = handle(authRegister, async ({ email, password, name }, context) => {
  const { limits, address } = context;
  checkLimit(await limits.registerByAddress.consume(address));
  await checkNewPassword(context, password, email);
  const hashed = await hashPassword(password);
  // Whether the account exists is checked only now, so that neither response times nor concurrent calls reveal it.
  const session = await context.store.visitors.transaction(async (visitors) => {
    checkLimit(await limits.takenByAddress.wait(address));
    const user = await newAccount(visitors, context, { email, name, password: hashed });
    if (user === undefined) throw await emailTaken(context, email);
    return beginSession(visitors, context, user);
  });
  context.statistics?.signedUp(context, context.section);
  return { session: deliverSession(context, session, 'registration') };
});

/**
 * Checks that a new password is not easy to guess.
 * @param email the account's address, if known
 * @throws ApiError WEAK_PASSWORD if it is
 */
export async function checkNewPassword({ site }: CallContext, password: string, email?: string): Promise<void> {
  if (await isWeakPassword(password, { ...site, email }))
    throw new ApiError('WEAK_PASSWORD', 'This password is easy to guess. Choose another one.');
}

/**
 * Returns the error for an address that already has an account, and emails its owner (docs/decisions/0004).
 * @throws ApiError RATE_LIMITED if the same client has discovered too many addresses in this way
 */
async function emailTaken(context: CallContext, to: string): Promise<ApiError> {
  const { accounts, limits, address, mailer, lang } = context;
  checkLimit(await limits.takenByAddress.consume(address));
  if (mailer && (await limits.takenMailByEmail.consume(`${accounts} ${to}`)) === 0)
    mailer.send(async () => accountMail({ to, site: await mailSite(context), lang }));
  return new ApiError('EMAIL_TAKEN', 'An account with this email already exists.');
}

export const authLoginHandler = handle(authLogin, async ({ email, password }, context) => {
  const { accounts, store, limits, address, device } = context;
  checkLimit(await limits.signInByAddress.consume(address));
  const account = await credentialsOf(store.visitors, accounts, email);
  const isKnown = account && device !== '' && (await isKnownDevice(store.visitors, account.id, device));
  const [limit, key] = isKnown
    ? [limits.signInByKnownDevice, `${accounts} ${email} ${device}`]
    : [limits.signInByEmail, `${accounts} ${email}`];
  checkLimit(await limit.consume(key));
  const session = await signInByPassword(context, { email, password }, () => limit.reset(key));
  // Refunds the attempt: a correct password is not a guess, and many visitors may share an IP address.
  await limits.signInByAddress.restore(address);
  return { session };
});

/**
 * Checks a password and starts a session. A reset may change the password meanwhile, so the session starts only if the
 * hash that was checked is still stored.
 * @param clearCount resets the failed attempts of this visitor, but not those of attackers on other devices
 * @throws ApiError WRONG_CREDENTIALS
 */
async function signInByPassword(
  context: CallContext,
  { email, password }: { email: string; password: string },
  clearCount: () => Promise<void>,
) {
  const { accounts, store } = context;
  for (;;) {
    const account = await credentialsOf(store.visitors, accounts, email);
    const isCorrect = await (account?.password ? verifyPassword(password, account.password) : verifyDecoy(password));
    if (!account || !isCorrect) throw new ApiError('WRONG_CREDENTIALS', 'Incorrect email or password.');
    await clearCount();
    const renewed = isOutdated(account.password) ? await hashPassword(password) : undefined;
    const session = await store.visitors.transaction(async (visitors) => {
      if ((await credentialsOf(visitors, accounts, email))?.password !== account.password) return undefined;
      if (renewed !== undefined) await setPassword(visitors, account.id, renewed);
      return beginSession(visitors, context, account.id);
    });
    if (session) return deliverSession(context, session, 'password');
  }
}

export const authOptionsHandler = handle(authOptions, (_params, { mailer, oidc }) => ({
  reset: mailer !== undefined,
  provider: oidc ? { name: oidc.name } : null,
}));

export const authResetRequestHandler = handle(authResetRequest, async ({ email }, context) => {
  const { limits, address, mailer } = context;
  checkLimit(await limits.resetByAddress.consume(address));
  // Neither the response nor its time reveals whether an email is sent.
  if (mailer && (await limits.resetByEmail.consume(email)) === 0) mailer.send(() => mailFor(email, context));
  return {};
});

async function mailFor(email: string, context: CallContext) {
  const { accounts, store, lang, now } = context;
  const account = await credentialsOf(store.visitors, accounts, email);
  if (!account) return undefined;
  const token = await addReset(store.visitors, account.id, now());
  return resetMail({ to: email, token, site: await mailSite(context), lang });
}

export const authResetHandler = handle(authReset, async ({ token, password }, context) => {
  const { accounts, store, limits, address, now } = context;
  checkLimit(await limits.resetByAddress.consume(address));
  // This check comes before the link is used up, so that the visitor can try again with a stronger password.
  await checkNewPassword(context, password);
  const hashed = await hashPassword(password);
  const session = await store.visitors.transaction(async (visitors) => {
    const user = await takeReset(visitors, accounts, token, now());
    if (user === undefined) throw new ApiError('GONE', 'This link has already been used or has expired.');
    // If the address was never verified, someone else may have created the account and added another way to sign in.
    if (!(await isProven(visitors, user))) await takeOverAccount(visitors, user, hashed);
    else {
      await setPassword(visitors, user, hashed);
      await endSessions(visitors, user);
    }
    return beginSession(visitors, context, user);
  });
  await mailChange(context, session.user, 'password');
  return { session: deliverSession(context, session, 'mail') };
});

const secret = () => randomBytes(32).toString('base64url');

export const authOidcBeginHandler = handle(authOidcBegin, async (_params, context) => {
  const { limits, address, store, brand, now } = context;
  checkLimit(await limits.signInByAddress.consume(address));
  const visit = { state: secret(), nonce: secret(), verifier: secret() };
  const url = await withProvider(context, (provider) =>
    provider.authorizationUrl({ ...visit, redirectUri: redirectUriOf(context) }),
  );
  await addOidcState(store.visitors, { ...visit, brand }, now());
  return { address: url, state: visit.state };
});

export const authOidcFinishHandler = handle(authOidcFinish, async ({ code, state, iss }, context) => {
  const { limits, address, store, brand, now } = context;
  checkLimit(await limits.signInByAddress.consume(address));
  const visit = await takeOidcState(store.visitors, state, brand, now());
  if (!visit) throw new ApiError('GONE', 'This sign-in has already been used or has expired.');
  const redirectUri = redirectUriOf(context);
  const identity = await withProvider(context, (provider) =>
    provider.identityFrom({ ...visit, redirectUri, code, iss }),
  );
  const { session, isLinked, isNew } = await store.visitors.transaction(async (visitors) => {
    const { user, ...account } = await accountOf(visitors, context, identity);
    return { session: await beginSession(visitors, context, user), ...account };
  });
  if (isNew) context.statistics?.signedUp(context, context.section);
  if (isLinked) await mailChange(context, session.user, 'provider');
  await limits.signInByAddress.restore(address);
  return { session: deliverSession(context, session, 'provider') };
});

/**
 * Returns the account of a visitor whom the provider identified: the account linked to this identity, or else the
 * account with the same verified address, or else a new account.
 * @returns `isLinked` is true if this call has linked the identity to an existing account, `isNew` if it has created one
 */
async function accountOf(
  visitors: Database,
  context: CallContext,
  identity: Identity,
): Promise<{ user: number; isLinked: boolean; isNew: boolean }> {
  const linkedUser = await userOfIdentity(visitors, context.accounts, identity);
  if (linkedUser !== undefined) return { user: linkedUser, isLinked: false, isNew: false };
  const email = v.safeParse(authLogin.params.entries.email, identity.email);
  if (!email.success) throw new ApiError('FORBIDDEN', 'The provider did not share your email.');
  checkLimit(await context.limits.takenByAddress.wait(context.address));
  const existing = await accountByAddress(visitors, context, email.output, identity);
  const user =
    existing ?? (await newAccount(visitors, context, { email: email.output, name: identity.name, password: '' }));
  if (user === undefined) throw await emailTaken(context, email.output);
  if (identity.verified) await setProven(visitors, user);
  await addIdentity(visitors, identity, user);
  return { user, isLinked: existing !== undefined, isNew: existing === undefined };
}

/**
 * Returns the account with the address that the provider verified, and ends its sessions, as a password reset does. If
 * the account's own address was never verified, also deletes all other ways to sign in. An account with a role in the
 * admin is never returned.
 */
async function accountByAddress(
  visitors: Database,
  { accounts }: CallContext,
  email: string,
  { verified }: Identity,
): Promise<number | undefined> {
  const account = await credentialsOf(visitors, accounts, email);
  if (!account || !verified || (await staffById(visitors, account.id))) return undefined;
  if (await isProven(visitors, account.id)) await endSessions(visitors, account.id);
  else await takeOverAccount(visitors, account.id, '');
  return account.id;
}

/** Returns the redirect URL that is registered at the provider for the brand. It does not depend on the request. */
const redirectUriOf = ({ site }: CallContext): string => `${site.origin}/login`;

/** Calls the provider. Logs the details of a failure. @throws ApiError with a general message for the visitor */
async function withProvider<T>(context: CallContext, request: (provider: OidcProvider) => Promise<T>): Promise<T> {
  try {
    return await request(requireFound(context.oidc, 'provider'));
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    context.log.warn(`sign-in at the provider failed: ${messageOf(error)}`);
    if (error.code === 'UNREACHABLE') throw new ApiError('UNAVAILABLE', 'The provider cannot be reached.');
    throw new ApiError('FORBIDDEN', 'The provider did not sign you in.');
  }
}

/**
 * Creates an account with welcome vouchers. Its default name is the part of the email address before the @.
 * @returns its id, or undefined if the address already has an account
 */
async function newAccount(
  visitors: Database,
  { accounts, now, lang }: CallContext,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<number | undefined> {
  const account = {
    accounts,
    email,
    name: name || (email.split('@')[0] ?? email),
    password,
    createdAt: now().toISOString(),
  };
  const user = await addUser(visitors, account);
  if (user !== undefined) await addWelcome(visitors, user, messagesIn(lang).welcome, now());
  return user;
}
