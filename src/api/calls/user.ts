import {
  userChangePassword,
  userDelete,
  userEndSession,
  userExport,
  userLockedBooks,
  userProfile,
  userRecharges,
  userSessions,
  userUpdate,
  userVouchers,
} from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, checkLimit, requireFound } from '../http/error.ts';
import { handle, visitorOf } from '../http/handler.ts';
import type { Database } from '../store/database.ts';
import { offeredBooks, pricedChapters } from '../store/reads/index.ts';
import {
  credentialsById,
  langOf,
  removeUser,
  type StoredCredentials,
  setName,
  setPassword,
  userById,
} from '../store/visitors/accounts.ts';
import { exportOf } from '../store/visitors/export.ts';
import { rechargesOf, unlockedBooks, unlockedChapters, vouchersOf } from '../store/visitors/purchases.ts';
import { endSessionOf, endSessions, isFresh, signedInDevices } from '../store/visitors/sessions.ts';
import { accountChangeMail } from '../visitors/account-mails.ts';
import { hashPassword, verifyPassword } from '../visitors/passwords.ts';
import { checkNewPassword } from './auth.ts';
import { dropCookie, logEvent, mailChange, mailSite } from './session.ts';

export const userProfileHandler = handle(userProfile, async (_params, context) => {
  const { visitors } = context.store;
  const user = visitorOf(context);
  return {
    user: (await userById(visitors, user)) ?? null,
    has_password: (await credentialsById(visitors, user))?.password !== '',
    can_export: true,
  };
});

export const userUpdateHandler = handle(userUpdate, async ({ name }, context) => {
  const { visitors } = context.store;
  const user = visitorOf(context);
  await setName(visitors, user, name);
  return { user: (await userById(visitors, user)) ?? null };
});

export const userSessionsHandler = handle(userSessions, async (_params, context) => {
  const { store, session = 0, now } = context;
  return { items: await signedInDevices(store.visitors, visitorOf(context), session, now()) };
});

export const userEndSessionHandler = handle(userEndSession, async ({ session_id }, context) => {
  const { visitors } = context.store;
  if (session_id === undefined) await endSessions(visitors, visitorOf(context), context.session);
  else await endSessionOf(visitors, visitorOf(context), session_id);
  return {};
});

export const userChangePasswordHandler = handle(userChangePassword, async ({ current, password }, context) => {
  const { visitors } = context.store;
  const account = await checkSecret(context, current, () => true);
  const { id, email } = account;
  await checkNewPassword(context, password, email);
  const hashed = await hashPassword(password);
  await visitors.transaction(async (transaction) => {
    await assertUnchanged(transaction, account);
    await setPassword(transaction, id, hashed);
    await endSessions(transaction, id, context.session);
  });
  logEvent(context, 'a visitor changed the password', id);
  await mailChange(context, account, 'password');
  return {};
});

export const userExportHandler = handle(userExport, async (_params, context) => {
  const user = visitorOf(context);
  checkLimit(await context.limits.exportsByUser.consume(String(user)));
  logEvent(context, 'a visitor downloaded their data', user);
  return { records: await exportOf(context.store.visitors, user) };
});

export const userDeleteHandler = handle(userDelete, async ({ secret }, context) => {
  const account = await checkSecret(context, secret, ({ email }) => email === secret.trim().toLowerCase());
  const { id } = account;
  const lang = await langOf(context.store.visitors, id);
  await context.store.visitors.transaction(async (visitors) => {
    await assertUnchanged(visitors, account);
    await removeUser(visitors, id);
  });
  context.mailer?.send(async () =>
    accountChangeMail({ to: account.email, site: await mailSite(context), lang: lang || context.lang }, 'deleted'),
  );
  dropCookie(context);
  logEvent(context, 'a visitor deleted the account', id);
  return {};
});

/**
 * Checks the visitor's password before a change to the account. If the account has no password, requires `isConfirmed`
 * and a recent sign-in instead, because the session may be stolen.
 * @throws ApiError WRONG_PASSWORD, SIGN_IN_AGAIN, RATE_LIMITED
 */
async function checkSecret(
  context: CallContext,
  secret: string,
  isConfirmed: (account: StoredCredentials) => boolean,
): Promise<StoredCredentials> {
  const user = visitorOf(context);
  checkLimit(await context.limits.secretByUser.consume(String(user)));
  const account = requireFound(await credentialsById(context.store.visitors, user), 'visitor');
  const isCorrect = account.password === '' ? isConfirmed(account) : await verifyPassword(secret, account.password);
  if (!isCorrect) throw wrongPassword();
  if (account.password === '' && !(await isFresh(context.store.visitors, context.session ?? 0, context.now())))
    throw new ApiError('SIGN_IN_AGAIN', 'Sign out, sign in again, then retry within 15 minutes.');
  await context.limits.secretByUser.reset(String(user));
  return account;
}

const wrongPassword = () => new ApiError('WRONG_PASSWORD', 'Incorrect password.');

/** Checks that no reset has changed the password since it was verified. @throws ApiError WRONG_PASSWORD */
async function assertUnchanged(visitors: Database, { id, password }: StoredCredentials): Promise<void> {
  if ((await credentialsById(visitors, id))?.password !== password) throw wrongPassword();
}

/**
 * Lists the books with unlocked chapters, in all sections. Omits books that the brand does not offer or no longer
 * exist.
 */
export const userLockedBooksHandler = handle(userLockedBooks, async ({ page, page_size }, context) => {
  const { catalogue, visitors } = context.store;
  const user = visitorOf(context);
  const unlocked = new Map((await unlockedBooks(visitors, user)).map(({ book, chapters }) => [book, chapters]));
  const books = await offeredBooks(catalogue, context.brand, [...unlocked.keys()]);
  const items = await Array.fromAsync(books.slice((page - 1) * page_size, page * page_size), async (book) => {
    const unlockedIds = await unlockedChapters(visitors, user, book.id);
    const locked = (await pricedChapters(catalogue, book.id, context.now())).filter((id) => !unlockedIds.has(id));
    return { book, unlocked_chapters: unlocked.get(book.id) ?? 0, locked_chapters: locked.length };
  });
  return { items, page, page_size, total: books.length };
});

export const userRechargesHandler = handle(userRecharges, (paging, context) =>
  rechargesOf(context.store.visitors, visitorOf(context), paging),
);

export const userVouchersHandler = handle(userVouchers, (paging, context) =>
  vouchersOf(context.store.visitors, visitorOf(context), paging),
);
