import * as v from 'valibot';
import {
  addStaffSession,
  endStaffSession,
  type StaffAccount,
  type StaffCredentials,
  staffByEmail,
} from '#src/api/store/visitors/staff.ts';
import { verifyNobody, verifyPassword } from '#src/api/visitors/passwords.ts';
import { AdminError } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, type Route, staffOf } from '../http/route.ts';
import { checkLimit } from './limits.ts';
import { checkCode } from './second-factor.ts';
import { sessionCookie } from './session-cookie.ts';

const SignIn = v.object({
  email: v.pipe(v.string(), v.trim(), v.toLowerCase(), v.maxLength(254)),
  password: v.pipe(v.string(), v.maxLength(200)),
  code: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(40)), ''),
});

export const SESSION_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/session', act: 'session.open', run: open },
  { method: 'GET', path: '/session', act: 'session.read', run: (request) => ({ body: userOf(staffOf(request)) }) },
  { method: 'DELETE', path: '/session', act: 'session.end', run: end },
];

export const userOf = ({ id, email, name, role, hasSecondFactor }: StaffAccount) => ({
  user: { id, email, name, role, hasSecondFactor },
  ...(!hasSecondFactor && { second_factor_required: true }),
});

async function open(request: AdminRequest) {
  const { admin, address, reached, token } = request;
  const given = checked(SignIn, request.body);
  const staff = await staffOfPassword(request, given);
  await checkCode(admin, staff, given.code);
  // Only its own count: who guesses from elsewhere gets no new tries by it.
  await admin.limits.adminByEmail.reset(given.email);
  await admin.limits.adminByAddress.restore(address);
  const session = await admin.store.visitors.transaction(async (visitors) => {
    // A reset may have set another password while this one was checked.
    if ((await staffByEmail(visitors, given.email))?.password !== staff.password) throw wrongCredentials();
    if (token !== '') await endStaffSession(visitors, token);
    return addStaffSession(visitors, staff.id, admin.now());
  });
  admin.log.info('somebody signed in to the admin', { user: staff.id, role: staff.role, address });
  return { headers: { 'set-cookie': sessionCookie(session, reached) }, body: userOf(staff) };
}

const wrongCredentials = () =>
  new AdminError('wrong_credentials', 'E-mail address or password is not right, or the account has no role here.');

/** @throws AdminError wrong_credentials, also where there is no such account, after the same time */
async function staffOfPassword(
  { admin, address }: AdminRequest,
  { email, password }: { email: string; password: string },
): Promise<StaffCredentials> {
  checkLimit(await admin.limits.adminByAddress.consume(address));
  checkLimit(await admin.limits.adminByEmail.consume(email));
  const staff = await staffByEmail(admin.store.visitors, email);
  const isRight = await (staff?.password ? verifyPassword(password, staff.password) : verifyNobody(password));
  if (staff && isRight) return staff;
  admin.log.warn('a sign-in to the admin was refused', { address, ...(staff && { user: staff.id }) });
  throw wrongCredentials();
}

async function end({ admin, token, reached }: AdminRequest) {
  await endStaffSession(admin.store.visitors, token);
  return { headers: { 'set-cookie': sessionCookie('', reached) } };
}
