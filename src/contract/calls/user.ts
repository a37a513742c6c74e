import * as v from 'valibot';
import { defineCall } from '../call.ts';
import { Book, BookReference } from '../entities/book.ts';
import { Count, Id, Name, Timestamp } from '../entities/scalars.ts';
import { UserInfo } from '../entities/visitor.ts';
import { emptyPage, paged, pageParams } from '../paging.ts';
import { NewPassword, Password } from './auth.ts';

/** A session as its visitor sees it. `browser` and `system` are names, or null if unknown. */
export const SignedInDevice = v.object({
  id: Id,
  browser: v.nullable(Name),
  system: v.nullable(Name),
  created_at: Timestamp,
  seen_at: Timestamp,
  /** Whether this is the session of the request. */
  current: v.boolean(),
});
export type SignedInDevice = v.InferOutput<typeof SignedInDevice>;

export const Recharge = v.object({
  id: Id,
  coins: Count,
  amount: v.pipe(v.string(), v.maxLength(100)),
  state: v.picklist(['paid', 'pending', 'failed']),
  created_at: Timestamp,
});
export const Voucher = v.object({
  id: Id,
  name: Name,
  coins: Count,
  used_on: v.nullable(BookReference),
  expires_at: Timestamp,
  created_at: Timestamp,
});
export const LockedBook = v.object({ book: Book, unlocked_chapters: Count, locked_chapters: Count });

export const userProfile = defineCall('user.profile', {
  method: 'GET',
  purpose: 'Returns the signed-in visitor.',
  fallback: 'the account page shows the data from sign-in',
  pages: ['myinfo', 'reader'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object({}),
  data: v.object({
    user: v.nullable(UserInfo),
    /** False if the account has no password; the visitor then signs in at the OpenID provider. */
    has_password: v.optional(v.boolean()),
    /** Whether the upstream has `user.export`. */
    can_export: v.optional(v.boolean()),
  }),
  empty: { user: null },
  errors: ['UNAUTHORIZED'],
});

export const userUpdate = defineCall('user.update', {
  method: 'POST',
  purpose: "Changes the visitor's name.",
  fallback: 'the name cannot be changed',
  pages: ['myinfo'],
  signedIn: true,
  idempotent: true,
  onFailure: 'in-place',
  params: v.object({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(80)) }),
  data: v.object({ user: v.nullable(UserInfo) }),
  empty: { user: null },
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});

export const userSessions = defineCall('user.sessions', {
  method: 'GET',
  purpose: "Returns the visitor's sessions: this one first, then the most recent.",
  fallback: 'the account does not list its sessions',
  pages: ['myinfo'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object({}),
  data: v.object({ items: v.array(SignedInDevice) }),
  empty: { items: [] },
  errors: ['UNAUTHORIZED'],
});

export const userEndSession = defineCall('user.end_session', {
  method: 'POST',
  purpose: 'Signs out another device, or all other devices if no id is given.',
  fallback: 'other devices stay signed in',
  pages: ['myinfo'],
  signedIn: true,
  idempotent: true,
  onFailure: 'in-place',
  params: v.object({ session_id: v.optional(Id) }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});

export const userChangePassword = defineCall('user.change_password', {
  method: 'POST',
  purpose: 'Changes the password; every other session ends.',
  fallback: 'the password cannot be changed',
  pages: ['myinfo'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object({
    /**
     * The current password. Empty if the account has no password; the visitor must then have signed in less than 15
     * minutes ago.
     */
    current: Password,
    password: NewPassword,
  }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED', 'WEAK_PASSWORD', 'WRONG_PASSWORD', 'SIGN_IN_AGAIN', 'RATE_LIMITED'],
});

export const userExport = defineCall('user.export', {
  method: 'GET',
  purpose: 'Returns everything stored about the visitor, except passwords and tokens. The site saves it as a file.',
  fallback: 'visitors ask support by email for a copy of their data',
  pages: ['myinfo'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object({}),
  data: v.object({
    /** The visitor's data in the upstream's own form, by kind. */
    records: v.record(v.string(), v.unknown()),
  }),
  empty: { records: {} },
  errors: ['UNAUTHORIZED', 'RATE_LIMITED'],
});

export const userDelete = defineCall('user.delete', {
  method: 'POST',
  purpose: 'Permanently deletes the account with all its data.',
  fallback: 'visitors ask support by email to delete an account',
  pages: ['myinfo'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object({
    /**
     * The password. For an account without a password, the email address; it is only accepted within 15 minutes of the
     * sign-in.
     */
    secret: v.pipe(v.string(), v.minLength(1), v.maxLength(254)),
  }),
  data: v.object({}),
  empty: {},
  errors: ['BAD_REQUEST', 'UNAUTHORIZED', 'WRONG_PASSWORD', 'SIGN_IN_AGAIN', 'RATE_LIMITED'],
});

export const userLockedBooks = defineCall('user.locked_books', {
  method: 'GET',
  purpose: 'Returns the books with chapters that the visitor has unlocked.',
  fallback: 'the page of unlocked books is empty',
  pages: ['myinfo'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object(pageParams),
  data: paged(LockedBook),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});

export const userRecharges = defineCall('user.recharges', {
  method: 'GET',
  purpose: 'Returns the purchases of coins, newest first.',
  fallback: 'the list of recharges is empty',
  pages: ['myinfo'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object(pageParams),
  data: paged(Recharge),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});

export const userVouchers = defineCall('user.vouchers', {
  method: 'GET',
  purpose: "Returns the visitor's vouchers, newest first.",
  fallback: 'the list of vouchers is empty',
  pages: ['myinfo'],
  signedIn: true,
  onFailure: 'in-place',
  params: v.object(pageParams),
  data: paged(Voucher),
  empty: emptyPage(),
  errors: ['BAD_REQUEST', 'UNAUTHORIZED'],
});
