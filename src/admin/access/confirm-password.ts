import * as v from 'valibot';
import { type StaffCredentials, staffById } from '#src/api/store/visitors/staff.ts';
import { verifyPassword } from '#src/api/visitors/passwords.ts';
import { found } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';
import { checkLimit } from './limits.ts';

/** The account that sent the request. @throws AdminError not_found */
export const credentialsOf = async (request: AdminRequest): Promise<StaffCredentials> =>
  found(await staffById(request.admin.store.visitors, staffOf(request).id), 'account');

/**
 * Not 401: the caller is signed in, and the page would ask to sign in again.
 * @throws AdminError invalid, too_many
 */
export async function checkPassword(
  { admin }: AdminRequest,
  { id, password }: StaffCredentials,
  given: string,
): Promise<void> {
  checkLimit(await admin.limits.adminPasswordByUser.consume(String(id)));
  if (!(await verifyPassword(given, password))) throw fieldError('password', 'is not right');
  await admin.limits.adminPasswordByUser.reset(String(id));
}

const Confirmed = v.looseObject({ password: v.optional(v.pipe(v.string(), v.maxLength(200)), '') });

/**
 * Checks the `password` in the body of a request.
 * @returns the request, with a body without it
 * @throws AdminError invalid, too_many
 */
export async function confirmPassword(request: AdminRequest): Promise<AdminRequest> {
  const { password, ...body } = checked(Confirmed, request.body ?? {});
  if (password === '') throw fieldError('password', 'is required: confirm this with your password');
  await checkPassword(request, await credentialsOf(request), password);
  return { ...request, body };
}
