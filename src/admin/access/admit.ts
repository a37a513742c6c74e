import { type StaffAccount, staffOfSession } from '#src/api/store/visitors/staff.ts';
import type { AdminContext } from '../context.ts';
import { AdminError } from '../http/error.ts';
import { checkOrigin, type Reached, reachedBy } from '../http/origin.ts';
import { isAtLeast, isRole, leastRole, needsSecondFactor } from './roles.ts';
import { tokenOf } from './session-cookie.ts';

export interface Sender {
  readonly reached: Reached;
  /** Of the session, or ''. */
  readonly token: string;
  readonly staff: StaffAccount | undefined;
}

interface Head {
  readonly method: string;
  readonly headers: Readonly<Partial<Record<'host' | 'origin' | 'cookie', string | undefined>>>;
}

/**
 * Tells who sent a request. Nothing of it was done yet, nor its body read.
 * @param act what it is going to do
 * @throws AdminError where its sender may not
 */
export async function admit(
  { method, headers }: Head,
  act: string | undefined,
  { store, now }: Pick<AdminContext, 'store' | 'now'>,
  origin: string | undefined,
): Promise<Sender> {
  const reached = reachedBy(headers.host, origin);
  checkOrigin(method, headers.origin, reached);
  const token = tokenOf(headers.cookie, reached);
  const staff = token === '' ? undefined : await staffOfSession(store.visitors, token, now());
  checkRight(act, staff);
  return { reached, token, staff };
}

/** @throws AdminError signed_out, forbidden (also for an unknown act), second_factor_required */
function checkRight(act: string | undefined, staff: StaffAccount | undefined): void {
  const least = leastRole(act);
  if (least === 'anyone') return;
  if (!staff) throw new AdminError('signed_out', 'Please sign in.');
  if (least === undefined) throw new AdminError('forbidden', 'Nobody may do this.');
  if (!isRole(staff.role) || !isAtLeast(staff.role, least))
    throw new AdminError('forbidden', `This needs the role ${least}, and yours is ${staff.role}.`);
  if (!staff.hasSecondFactor && needsSecondFactor(act))
    throw new AdminError('second_factor_required', 'Set up a second factor first.');
}
