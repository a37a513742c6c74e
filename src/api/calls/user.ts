import {
  userChangePassword,
  userDelete,
  userEndSession,
  userLockedBooks,
  userProfile,
  userRecharges,
  userSessions,
  userUpdate,
  userVouchers,
} from '#src/contract/index.ts';
import type { CallContext } from '../http/context.ts';
import { ApiError, checkLimit, found } from '../http/error.ts';
import { handle, visitorOf } from '../http/handler.ts';
import { offeredBooks, pricedChapters } from '../store/reads/index.ts';
import {
  credentialsById,
  removeUser,
  type StoredCredentials,
  setName,
  setPassword,
  userById,
} from '../store/visitors/accounts.ts';
import { rechargesOf, unlockedBooks, unlockedChapters, vouchersOf } from '../store/visitors/purchases.ts';
import { endSessionOf, endSessions, signedInDevices } from '../store/visitors/sessions.ts';
import { hashPassword, verifyPassword } from '../visitors/passwords.ts';
import { checkNewPassword } from './auth.ts';
import { dropCookie, logEvent } from './session.ts';

export const userProfileHandler = handle(userProfile, (_params, context) => {
  const { visitors } = context.store;
  const user = visitorOf(context);
  return { user: userById(visitors, user) ?? null, has_password: credentialsById(visitors, user)?.password !== '' };
});

export const userUpdateHandler = handle(userUpdate, ({ name }, context) => {
  const { visitors } = context.store;
  const user = visitorOf(context);
  setName(visitors, user, name);
  return { user: userById(visitors, user) ?? null };
});

export const userSessionsHandler = handle(userSessions, (_params, context) => {
  const { store, session = 0, now } = context;
  return { items: signedInDevices(store.visitors, visitorOf(context), session, now()) };
});

export const userEndSessionHandler = handle(userEndSession, ({ session_id }, context) => {
  const { visitors } = context.store;
  if (session_id === undefined) endSessions(visitors, visitorOf(context), context.session);
  else endSessionOf(visitors, visitorOf(context), session_id);
  return {};
});

export const userChangePasswordHandler = handle(userChangePassword, async ({ current, password }, context) => {
  const { visitors } = context.store;
  const account = await checkSecret(context, current, () => true);
  const { id, email } = account;
  await checkNewPassword(context, password, email);
  const hashed = await hashPassword(password);
  assertUnchanged(context, account);
  setPassword(visitors, id, hashed);
  endSessions(visitors, id, context.session);
  logEvent(context, 'a visitor changed the password', id);
  return {};
});

export const userDeleteHandler = handle(userDelete, async ({ secret }, context) => {
  const account = await checkSecret(context, secret, ({ email }) => email === secret.trim().toLowerCase());
  const { id } = account;
  assertUnchanged(context, account);
  removeUser(context.store.visitors, id);
  dropCookie(context);
  logEvent(context, 'a visitor deleted the account', id);
  return {};
});

/**
 * Confirms the visitor by the password, or by `without` for an account that has no password.
 * @throws ApiError WRONG_PASSWORD, RATE_LIMITED
 */
async function checkSecret(
  context: CallContext,
  secret: string,
  without: (account: StoredCredentials) => boolean,
): Promise<StoredCredentials> {
  const user = visitorOf(context);
  checkLimit(await context.limits.secretByUser.consume(String(user)));
  const account = found(credentialsById(context.store.visitors, user), 'visitor');
  const right = account.password === '' ? without(account) : await verifyPassword(secret, account.password);
  if (!right) throw wrongPassword();
  await context.limits.secretByUser.reset(String(user));
  return account;
}

const wrongPassword = () => new ApiError('WRONG_PASSWORD', 'That is not your password.');

/** A reset may have set another password since this one was checked. @throws ApiError WRONG_PASSWORD */
function assertUnchanged({ store }: CallContext, { id, password }: StoredCredentials): void {
  if (credentialsById(store.visitors, id)?.password !== password) throw wrongPassword();
}

/** Books of every section; one that was taken down since, or that the brand does not offer, is left out. */
export const userLockedBooksHandler = handle(userLockedBooks, ({ page, page_size }, context) => {
  const { catalogue, visitors } = context.store;
  const user = visitorOf(context);
  const unlocked = new Map(unlockedBooks(visitors, user).map(({ book, chapters }) => [book, chapters]));
  const books = offeredBooks(catalogue, context.brand, [...unlocked.keys()]);
  const items = books.slice((page - 1) * page_size, page * page_size).map((book) => {
    const mine = unlockedChapters(visitors, user, book.id);
    const locked = pricedChapters(catalogue, book.id, context.now()).filter((id) => !mine.has(id));
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
