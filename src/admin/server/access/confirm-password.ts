import * as v from 'valibot';
import { type StaffCredentials, staffById } from '#src/api/store/visitors/staff.ts';
import { verifyPassword } from '#src/api/visitors/passwords.ts';
import { orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';
import { checkLimit } from './limits.ts';

/** The account that sent the request. @throws AdminError not_found */
export const credentialsOf = async (request: AdminRequest): Promise<StaffCredentials> =>
  orNotFound(await staffById(request.admin.store.visitors, staffOf(request).id), 'account');

/**
 * Checks the sender's password. A wrong password is reported as `invalid`: after a 401, the page would show the sign-in
 * form.
 * @throws AdminError invalid, too_many
 */
export async function checkPassword(
  { admin }: AdminRequest,
  { id, password }: StaffCredentials,
  input: string,
): Promise<void> {
  checkLimit(await admin.limits.adminPasswordByUser.consume(String(id)));
  if (!(await verifyPassword(input, password))) throw fieldError('password', 'is incorrect');
  await admin.limits.adminPasswordByUser.reset(String(id));
}

const PasswordBody = v.looseObject({ password: v.optional(v.pipe(v.string(), v.maxLength(200)), '') });

/**
 * Checks the `password` in the body of a request.
 * @returns the request without the password in its body
 * @throws AdminError invalid, too_many
 */
export async function confirmPassword(request: AdminRequest): Promise<AdminRequest> {
  const { password, ...body } = parseBody(PasswordBody, request.body ?? {});
  if (password === '') throw fieldError('password', 'is required to confirm this');
  await checkPassword(request, await credentialsOf(request), password);
  return { ...request, body };
}
