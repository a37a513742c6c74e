import { AdminError } from '../http/error.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { isAtLeast, isRole, minRole } from './roles.ts';

/** @param what the beginning of the message, such as "Undoing this". @throws AdminError forbidden */
export function checkRight(act: string, request: AdminRequest, what: string): void {
  const { role } = staffOf(request);
  const required = minRole(act);
  if (required === 'anyone' || (required && isRole(role) && isAtLeast(role, required))) return;
  throw new AdminError('forbidden', `${what} requires the right ${act}.`);
}
