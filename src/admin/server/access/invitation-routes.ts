import * as v from 'valibot';
import type { Answer, OpenedInvitation, RecoveryCodes, SessionAnswer } from '#src/admin/contract/answers.ts';
import { type Invitation, invitationOf, offerSecret, takeInvitation } from '#src/api/store/visitors/invitations.ts';
import {
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
import { AdminError, orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import type { AdminRequest, Route } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';
import { checkLimit } from './limits.ts';
import { ownAccount } from './own-account.ts';
import { isRole, MIN_PASSWORD_LENGTH } from './roles.ts';
import { newRecoveryCodes, newSecret, stepOf, uriOf } from './second-factor.ts';
import { sessionCookie } from './session-cookie.ts';
import { sessionOf } from './session-routes.ts';
import { passwordProblem, StaffPassword } from './staff-password.ts';

/** Both routes are POST: a token in the path would end up in proxy logs. */
export const INVITATION_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/invitation', act: 'invitation.accept', run: open },
  { method: 'POST', path: '/invitation/accept', act: 'invitation.accept', run: accept },
];

const TokenBody = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });
const AcceptBody = v.object({
  ...TokenBody.entries,
  password: StaffPassword,
  code: v.pipe(v.string(), v.trim(), v.maxLength(40)),
});

/** Returns what the invitation is for and the data to set up a second factor. */
async function open(request: AdminRequest) {
  const { admin } = request;
  const invitation = await invitationIn(request, parseBody(TokenBody, request.body).token);
  const secret = newSecret();
  await offerSecret(admin.store.visitors, invitation.id, secret);
  const { email, role } = invitation;
  if (!isRole(role)) throw invitationGone();
  const opened = { email, role, minPasswordLength: MIN_PASSWORD_LENGTH, secret, uri: uriOf(secret, email) };
  return { body: { data: opened } satisfies Answer<OpenedInvitation> };
}

/**
 * Grants the role to the account of the invited address, and sets its new password and second factor. All previous
 * sessions, passwords, OpenID sign-ins and reset links of the account are deleted.
 */
async function accept(request: AdminRequest) {
  const { admin, adminUrl, token: previousSession } = request;
  const { token, password, code } = parseBody(AcceptBody, request.body);
  const invitation = await invitationIn(request, token);
  const { email, secret } = invitation;
  const problem = await passwordProblem(password, { origin: adminUrl.origin, email });
  if (problem !== undefined) throw fieldError('password', problem);
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
      if (!(await takeInvitation(visitors, invitation))) throw invitationGone();
      if (previousSession !== '') await endStaffSession(visitors, previousSession);
      const user = await ownAccount(visitors, invitation, hashed, admin.now());
      await grantRole(visitors, user, { role: invitation.role, by: invitation.invitedBy, now: admin.now() });
      await proposeSecret(visitors, user, secret);
      await takeStep(visitors, user, step);
      await confirmSecret(visitors, user, codes, admin.now());
      const { id, name, role } = orNotFound(await staffById(visitors, user), 'account');
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
    headers: { 'set-cookie': sessionCookie(session, adminUrl) },
    body: { ...sessionOf(staff), data: { recoveryCodes: codes } } satisfies SessionAnswer & Answer<RecoveryCodes>,
  };
}

const invitationGone = () =>
  new AdminError('gone', 'This invitation has expired, was used or was revoked. Ask an owner for a new one.');

/** @throws AdminError gone, too_many */
async function invitationIn({ admin, address }: AdminRequest, token: string): Promise<Invitation> {
  checkLimit(await admin.limits.adminByAddress.consume(address));
  const invitation = await invitationOf(admin.store.visitors, token, admin.now());
  if (!invitation) throw invitationGone();
  await admin.limits.adminByAddress.restore(address);
  return invitation;
}
