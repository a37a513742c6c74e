import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { isAtLeast, isRole, ROLES } from './roles.ts';

/** SQL of the accounts visible to a staff member: those without a role, and those whose role is not above their own. */
export function visibleUsers({ role }: Pick<StaffAccount, 'role'>): string {
  const above = ROLES.filter((other) => !isRole(role) || !isAtLeast(role, other));
  if (above.length === 0) return 'users';
  const roles = above.map((one) => `'${one}'`).join(', ');
  return `(SELECT * FROM users WHERE id NOT IN (SELECT user_id FROM staff WHERE role IN (${roles})))`;
}
