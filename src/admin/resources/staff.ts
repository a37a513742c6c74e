import * as v from 'valibot';
import type { Row } from '#src/api/store/database.ts';
import { grantRole, revokeRole } from '#src/api/store/visitors/staff.ts';
import { isAtLeast, isRole, ROLES, type Role } from '../access/roles.ts';
import { AdminError } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { type AdminRecord, flag, holdsPlain, type Listing, oneOf, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const LISTING: Listing = {
  columns: `u.id, u.email, u.name, u.accounts, s.role, s.granted_by, s.granted_at, s.confirmed_at IS NOT NULL AS second_factor,
    u.proven, u.locked_at, (SELECT max(seen_at) FROM staff_sessions t WHERE t.user_id = u.id) AS seen_at`,
  from: 'staff s JOIN users u ON u.id = s.user_id',
  id: 'u.id',
  sorts: { id: 'u.id', email: 'u.email', name: 'u.name', role: 's.role', granted_at: 's.granted_at' },
  filters: {
    q: holdsPlain('u.email', 'u.name'),
    role: oneOf('s.role'),
    second_factor: flag('s.confirmed_at IS NOT NULL'),
  },
  toRecord: ({ id, second_factor, proven, ...row }: Row) => ({
    id: Number(id),
    hasSecondFactor: second_factor === 1,
    isVerified: proven === 1,
    ...row,
  }),
};

const StaffRole = v.picklist(ROLES, `must be one of ${ROLES.join(', ')}`);
const Changes = v.strictObject({ role: StaffRole });
export const STAFF: Resource = {
  name: 'staff',
  one: 'account with a role',
  page: (query, { store }) => readPage(store.visitors, LISTING, query),
  many: (ids, { store }) => readMany(store.visitors, LISTING, ids),
  async change(record, request) {
    checkOther(record, request);
    const { role } = checked(Changes, request.body);
    checkRaise(record, role);
    await setRole(request, record, record['role'], role);
  },
  async remove(record, request) {
    checkOther(record, request);
    await setRole(request, record, record['role'], null);
  },
};

/** So the last owner stays. @throws AdminError conflict */
function checkOther(record: AdminRecord, request: AdminRequest): void {
  if (record.id === staffOf(request).id)
    throw new AdminError(
      'conflict',
      'Nobody changes the own role. Another owner can, or: npm run admin -- revoke EMAIL',
    );
}

/** Accounts from before invitations may not belong to the owner of their address. @throws AdminError conflict */
function checkRaise({ role: former, isVerified, hasSecondFactor }: AdminRecord, role: Role): void {
  const isRaised = !isRole(former) || !isAtLeast(former, role);
  if (isRaised && !(isVerified && hasSecondFactor))
    throw new AdminError(
      'conflict',
      'The address of this account is not verified, or it has no second factor. Remove the role, then invite the address.',
    );
}

async function setRole(
  request: AdminRequest,
  account: { readonly id: number | string; readonly email?: unknown },
  was: unknown,
  role: string | null,
): Promise<void> {
  const { now } = request.admin;
  const staff = staffOf(request);
  const id = Number(account.id);
  const state = (one: unknown) => ({ id, name: String(account.email), fields: { role: one } });
  const note = {
    kind: 'staff',
    ...(was !== null && { before: state(was) }),
    ...(role !== null && { after: state(role) }),
  };
  await request.admin.writeVisitors(staff, note, async (visitors) => {
    if (role === null) await revokeRole(visitors, id);
    else await grantRole(visitors, id, { role, by: staff.email, now: now() });
  });
}
