import { ROLES } from '#src/admin/contract/roles.ts';
import { isOneOfTexts } from '#src/api/store/dialects.ts';
import { type Sql, sql } from '#src/api/store/sql.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { isAtLeast, isRole } from './roles.ts';

/**
 * SQL for the accounts that a staff member may see: accounts without a role, and accounts whose role is not above the
 * member's.
 */
export function visibleUsers({ role }: Pick<StaffAccount, 'role'>): Sql {
  const above = ROLES.filter((other) => !isRole(role) || !isAtLeast(role, other));
  if (above.length === 0) return sql`users`;
  return sql`(SELECT * FROM users WHERE id NOT IN (SELECT user_id FROM staff WHERE ${isOneOfTexts(sql`role`, above)}))`;
}
