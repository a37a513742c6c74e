import * as v from 'valibot';
import { setPassword } from '#src/api/store/visitors/accounts.ts';
import { hashPassword } from '#src/api/visitors/passwords.ts';
import { parseBody } from '../http/input.ts';
import type { AdminRequest, Route } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';
import { checkPassword, credentialsOf } from './confirm-password.ts';
import { renewSession } from './renew-session.ts';
import { passwordProblem, StaffPassword } from './staff-password.ts';

export const PASSWORD_ROUTES: readonly Route[] = [
  { method: 'PUT', path: '/session/password', act: 'password.change', run: changePassword },
];

const Change = v.object({ password: v.pipe(v.string(), v.maxLength(200)), new_password: StaffPassword });

/** Replaces the sender's password and ends all other sessions of the account. */
async function changePassword(request: AdminRequest) {
  const { admin, adminUrl } = request;
  const { password, new_password: replacement } = parseBody(Change, request.body);
  const staff = await credentialsOf(request);
  await checkPassword(request, staff, password);
  if (replacement === password) throw fieldError('new_password', 'must differ from the current password');
  const problem = await passwordProblem(replacement, { origin: adminUrl.origin, email: staff.email });
  if (problem !== undefined) throw fieldError('new_password', problem);
  const hashed = await hashPassword(replacement);
  const headers = await renewSession(request, staff, (visitors) => setPassword(visitors, staff.id, hashed));
  admin.log.warn('a password was changed in the admin', { user: staff.id });
  admin.notify(staff.id, 'password');
  return { headers, body: { data: {} } };
}
