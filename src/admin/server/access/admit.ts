import { type StaffAccount, staffOfSession } from '#src/api/store/visitors/staff.ts';
import type { AdminContext } from '../context.ts';
import { AdminError } from '../http/error.ts';
import { type AdminUrl, adminUrlOf, checkOrigin } from '../http/origin.ts';
import { isAtLeast, isRole, minRole, needsSecondFactor } from './roles.ts';
import { tokenOf } from './session-cookie.ts';

export interface Sender {
  readonly adminUrl: AdminUrl;
  /** Session token, or ''. */
  readonly token: string;
  readonly staff: StaffAccount | undefined;
}

interface Head {
  readonly method: string;
  readonly headers: Readonly<Partial<Record<'host' | 'origin' | 'cookie', string | undefined>>>;
}

/**
 * Identifies the sender of a request and checks their rights, before the body of the request is read.
 * @param act the act of the route; unknown acts are forbidden
 * @throws AdminError if the sender may not perform the act
 */
export async function admit(
  { method, headers }: Head,
  act: string | undefined,
  { store, now }: Pick<AdminContext, 'store' | 'now'>,
  origin: string | undefined,
): Promise<Sender> {
  const adminUrl = adminUrlOf(headers.host, origin);
  checkOrigin(method, headers.origin, adminUrl);
  const token = tokenOf(headers.cookie, adminUrl);
  const staff = token === '' ? undefined : await staffOfSession(store.visitors, token, now());
  checkRight(act, staff);
  return { adminUrl, token, staff };
}

/** @throws AdminError signed_out, forbidden (also for an unknown act), second_factor_required */
function checkRight(act: string | undefined, staff: StaffAccount | undefined): void {
  const required = minRole(act);
  if (required === 'anyone') return;
  if (!staff) throw new AdminError('signed_out', 'Please sign in.');
  if (required === undefined) throw new AdminError('forbidden', 'This is not allowed.');
  if (!isRole(staff.role) || !isAtLeast(staff.role, required))
    throw new AdminError('forbidden', `This requires the role ${required}. Your role is ${staff.role}.`);
  if (!staff.hasSecondFactor && needsSecondFactor(act))
    throw new AdminError('second_factor_required', 'Set up a second factor first.');
}
