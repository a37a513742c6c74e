import * as v from 'valibot';
import {
  addUser,
  claimAccount,
  credentialsOf,
  isProven,
  setName,
  takeOverAccount,
} from '#src/api/store/visitors/accounts.ts';
import { type Invitation, invitationOf, offerSecret, takeInvitation } from '#src/api/store/visitors/invitations.ts';
import {
  accountsOf,
  addStaffSession,
  confirmSecret,
  endStaffSession,
  grantRole,
  proposeSecret,
  type StaffAccount,
  staffById,
  takeStep,
} from '#src/api/store/visitors/staff.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import { isWeakPassword } from '#src/api/visitors/weak-passwords.ts';
import { AdminError, found } from '../http/error.ts';
import { checked } from '../http/input.ts';
import type { AdminRequest, Route } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';
import { checkLimit } from './limits.ts';
import { MIN_PASSWORD_LENGTH } from './roles.ts';
import { newRecoveryCodes, newSecret, stepOf, uriOf } from './second-factor.ts';
import { sessionCookie } from './session-cookie.ts';
import { userOf } from './session-routes.ts';

/** Both are POST: a token in the path would end up in proxy logs. */
export const INVITATION_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/invitation', act: 'invitation.accept', run: open },
  { method: 'POST', path: '/invitation/accept', act: 'invitation.accept', run: accept },
];

const Opened = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });
const Accepted = v.object({
  ...Opened.entries,
  password: v.pipe(
    v.string(),
    v.minLength(MIN_PASSWORD_LENGTH, `must have at least ${MIN_PASSWORD_LENGTH} characters`),
    v.maxLength(200, 'must have at most 200 characters'),
  ),
  code: v.pipe(v.string(), v.trim(), v.maxLength(40)),
});

/** Returns what the invitation is for and the data to set up a second factor. */
async function open(request: AdminRequest) {
  const { admin } = request;
  const invitation = await invitationIn(request, checked(Opened, request.body).token);
  const secret = newSecret();
  await offerSecret(admin.store.visitors, invitation.id, secret);
  const { email, role } = invitation;
  return { body: { data: { email, role, secret, uri: uriOf(secret, email) } } };
}

/**
 * Grants the role to the account of the address. The account gets the new password and second factor; all former sessions,
 * passwords, OpenID links and reset links are deleted.
 */
async function accept(request: AdminRequest) {
  const { admin, reached, token: formerSession } = request;
  const { token, password, code } = checked(Accepted, request.body);
  const invitation = await invitationIn(request, token);
  const { email, secret } = invitation;
  if (await isWeakPassword(password, { name: 'Lectern', origin: reached.origin, email }))
    throw fieldError('password', 'is too easy to guess. Choose another one');
  checkLimit(await admin.limits.adminCodeByUser.consume(`invitation ${invitation.id}`));
  const step = secret === '' ? undefined : stepOf(secret, code, admin.now());
  if (step === undefined) throw fieldError('code', 'is incorrect. Check the clock of your device');
  const hashed = await hashPassword(password);
  const codes = newRecoveryCodes();
  const by = { id: 0, email, name: '', role: invitation.role, hasSecondFactor: true };
  const { session, staff } = await admin.writeVisitors(
    by,
    (result: { staff: StaffAccount }) => ({
      kind: 'staff',
      after: { id: result.staff.id, name: email, fields: { role: invitation.role } },
    }),
    async (visitors) => {
      if (!(await takeInvitation(visitors, invitation))) throw gone();
      if (formerSession !== '') await endStaffSession(visitors, formerSession);
      const user = await ownAccount(visitors, invitation, hashed, admin.now());
      await grantRole(visitors, user, { role: invitation.role, by: invitation.invitedBy, now: admin.now() });
      await proposeSecret(visitors, user, secret);
      await takeStep(visitors, user, step);
      await confirmSecret(visitors, user, codes, admin.now());
      const { id, name, role } = found(await staffById(visitors, user), 'account');
      return {
        session: await addStaffSession(visitors, user, admin.now()),
        staff: { id, email, name, role, hasSecondFactor: true },
      };
    },
  );
  admin.log.warn('an invitation to the admin was accepted', { user: staff.id, role: staff.role });
  admin.notify(staff.id, 'staff');
  return {
    status: 201,
    headers: { 'set-cookie': sessionCookie(session, reached) },
    body: { ...userOf(staff), data: { recoveryCodes: codes } },
  };
}

const gone = () =>
  new AdminError('gone', 'This invitation has expired, was used or was revoked. Ask an owner for a new one.');

/** @throws AdminError gone, too_many */
async function invitationIn({ admin, address }: AdminRequest, token: string): Promise<Invitation> {
  checkLimit(await admin.limits.adminByAddress.consume(address));
  const invitation = await invitationOf(admin.store.visitors, token, admin.now());
  if (!invitation) throw gone();
  await admin.limits.adminByAddress.restore(address);
  return invitation;
}

/** Creates or takes over the account of the invited address. @throws AdminError conflict */
async function ownAccount(
  visitors: Parameters<typeof takeOverAccount>[0],
  { accounts, email }: Invitation,
  password: string,
  now: Date,
): Promise<number> {
  const all = await accountsOf(visitors, email);
  if (all.some(({ role }) => role !== null)) throw new AdminError('conflict', `${email} already has a role.`);
  const name = email.split('@')[0] ?? email;
  const existing = await credentialsOf(visitors, accounts, email);
  if (!existing) {
    const id = await addUser(visitors, { accounts, email, name, password, createdAt: now.toISOString() });
    if (id === undefined) throw lockedAccount();
    await takeOverAccount(visitors, id, password);
    return id;
  }
  // Another person may have chosen it.
  if (!(await isProven(visitors, existing.id))) await setName(visitors, existing.id, name);
  await claimAccount(visitors, accounts, existing.id);
  await takeOverAccount(visitors, existing.id, password);
  return existing.id;
}

const lockedAccount = () =>
  new AdminError('conflict', 'The account of this address is locked. Ask an operator to unlock it first.');
