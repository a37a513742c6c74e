import { isAtLeast, leastRole, type Role } from '../../admin/access/roles.ts';

/** react-admin's names of what is done, by the names of `RIGHTS`. */
const ACTS: Readonly<Record<string, string>> = { list: 'read', show: 'read', edit: 'change' };

/** Whether a role may do it. What stands in no row of the table of rights nobody may. */
export function mayDo(role: Role, resource: string, action: string): boolean {
  const least = leastRole(`${resource}.${ACTS[action] ?? action}`);
  return least === 'anyone' || (least !== undefined && isAtLeast(role, least));
}
