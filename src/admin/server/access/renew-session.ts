import type { Database } from '#src/api/store/database.ts';
import { endSessions } from '#src/api/store/visitors/sessions.ts';
import { addStaffSession, type StaffCredentials, staffById } from '#src/api/store/visitors/staff.ts';
import type { AdminRequest } from '../http/route.ts';
import { fieldError } from '../records/fields.ts';
import { sessionCookie } from './session-cookie.ts';

/**
 * Changes how an account signs in, ends all its sessions, here and on the sites, and starts a new session, so that a
 * stolen session cookie stops working.
 * @throws AdminError invalid if the password has changed since it was checked
 */
export async function renewSession(
  { admin, adminUrl }: AdminRequest,
  { id, password }: StaffCredentials,
  change: (visitors: Database) => Promise<void>,
): Promise<{ 'set-cookie': string }> {
  const session = await admin.store.visitors.transaction(async (visitors) => {
    // A reset may have changed the password in the meantime.
    if ((await staffById(visitors, id))?.password !== password) throw fieldError('password', 'is incorrect');
    await change(visitors);
    await endSessions(visitors, id);
    return addStaffSession(visitors, id, admin.now());
  });
  return { 'set-cookie': sessionCookie(session, adminUrl) };
}
