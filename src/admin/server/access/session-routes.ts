import * as v from 'valibot';
import type { SessionAnswer } from '#src/admin/contract/answers.ts';
import {
  addStaffSession,
  endStaffSession,
  type StaffAccount,
  type StaffCredentials,
  staffByEmail,
} from '#src/api/store/visitors/staff.ts';
import { verifyDecoy, verifyPassword } from '#src/api/visitors/passwords.ts';
import { AdminError } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, type Route, staffOf } from '../http/route.ts';
import { checkLimit } from './limits.ts';
import { actsOf, isRole } from './roles.ts';
import { checkCode } from './second-factor.ts';
import { sessionCookie } from './session-cookie.ts';

const SignIn = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254)),
  password: v.pipe(v.string(), v.maxLength(200)),
  code: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40)), ''),
});

export const SESSION_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/session', act: 'session.open', run: open },
  { method: 'GET', path: '/session', act: 'session.read', run: (request) => ({ body: sessionOf(staffOf(request)) }) },
  { method: 'DELETE', path: '/session', act: 'session.end', run: end },
];

/** @throws AdminError forbidden for a role that this version of Lectern does not define */
export function sessionOf({ id, email, name, role, hasSecondFactor }: StaffAccount): SessionAnswer {
  if (!isRole(role)) throw new AdminError('forbidden', `Unknown role ${role}.`);
  return {
    user: { id, email, name, role, hasSecondFactor },
    acts: actsOf(role),
    ...(!hasSecondFactor && { second_factor_required: true as const }),
  };
}

async function open(request: AdminRequest) {
  const { admin, address, adminUrl, token } = request;
  const { email, password, code } = parseBody(SignIn, request.body);
  const staff = await authenticate(request, email, password);
  await checkCode(admin, staff, code);
  // Resets the account's failed attempts. The network gets back only this attempt: its earlier failures still count.
  await admin.limits.adminByEmail.reset(email);
  await admin.limits.adminByAddress.restore(address);
  const session = await admin.store.visitors.transaction(async (visitors) => {
    // A reset may have changed the password in the meantime.
    if ((await staffByEmail(visitors, email))?.password !== staff.password) throw wrongCredentials();
    if (token !== '') await endStaffSession(visitors, token);
    return addStaffSession(visitors, staff.id, admin.now());
  });
  admin.log.info('signed in to the admin', { user: staff.id, role: staff.role, address });
  return { headers: { 'set-cookie': sessionCookie(session, adminUrl) }, body: sessionOf(staff) };
}

const wrongCredentials = () =>
  new AdminError('wrong_credentials', 'Incorrect email or password, or this account has no role here.');

/** Takes equally long whether the account exists or not. @throws AdminError wrong_credentials, too_many */
async function authenticate(
  { admin, address }: AdminRequest,
  email: string,
  password: string,
): Promise<StaffCredentials> {
  checkLimit(await admin.limits.adminByAddress.consume(address));
  checkLimit(await admin.limits.adminByEmail.consume(email));
  const staff = await staffByEmail(admin.store.visitors, email);
  const isCorrect = await (staff?.password ? verifyPassword(password, staff.password) : verifyDecoy(password));
  if (staff && isCorrect) return staff;
  admin.log.warn('a sign-in to the admin was refused', { address, ...(staff && { user: staff.id }) });
  throw wrongCredentials();
}

async function end({ admin, token, adminUrl }: AdminRequest) {
  await endStaffSession(admin.store.visitors, token);
  return { headers: { 'set-cookie': sessionCookie('', adminUrl) } };
}
