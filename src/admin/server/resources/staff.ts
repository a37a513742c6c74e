import * as v from 'valibot';
import { type StaffRecord, StaffRole } from '#src/admin/contract/records.ts';
import type { Role } from '#src/admin/contract/roles.ts';
import { raw } from '#src/api/store/sql.ts';
import { grantRole, revokeRole } from '#src/api/store/visitors/staff.ts';
import { isAtLeast } from '../access/roles.ts';
import { AdminError } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import { containsPlain, flag, type Listing, oneOf, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

type StaffRow = Omit<StaffRecord, 'hasSecondFactor' | 'isVerified'> & { second_factor: number; proven: number };

const LISTING: Listing<StaffRecord> = {
  columns:
    raw(`u.id, u.email, u.name, u.accounts, s.role, s.granted_by, s.granted_at, s.confirmed_at IS NOT NULL AS second_factor,
    u.proven, u.locked_at, (SELECT max(seen_at) FROM staff_sessions t WHERE t.user_id = u.id) AS seen_at`),
  from: raw('staff s JOIN users u ON u.id = s.user_id'),
  id: 'u.id',
  sorts: { id: 'u.id', email: 'u.email', name: 'u.name', role: 's.role', granted_at: 's.granted_at' },
  filters: {
    q: containsPlain('u.email', 'u.name'),
    role: oneOf('s.role'),
    second_factor: flag('s.confirmed_at IS NOT NULL'),
  },
  toRecord: ({ second_factor, proven, ...row }: StaffRow) => ({
    ...row,
    hasSecondFactor: second_factor === 1,
    isVerified: proven === 1,
  }),
};

const Changes = v.strictObject({ role: StaffRole });
export const STAFF: Resource<'staff'> = {
  name: 'staff',
  label: 'staff account',
  page: (query, { store }) => readPage(store.visitors, LISTING, query),
  byIds: (ids, { store }) => readMany(store.visitors, LISTING, ids),
  async change(record, request) {
    checkNotSelf(record, request);
    const { role } = parseBody(Changes, request.body);
    checkRaise(record, role);
    await setRole(request, record, role);
  },
  async remove(record, request) {
    checkNotSelf(record, request);
    await setRole(request, record, null);
  },
};

/** Prevents changing one's own role, so that an owner always remains. @throws AdminError conflict */
function checkNotSelf(record: StaffRecord, request: AdminRequest): void {
  if (record.id === staffOf(request).id)
    throw new AdminError(
      'conflict',
      'You cannot change your own role. Ask another owner, or run: npm run admin -- revoke EMAIL',
    );
}

/**
 * Requires a verified address for a higher role: accounts granted a role before invitations existed may not belong to the
 * owner of their address.
 * @throws AdminError conflict
 */
function checkRaise({ role: current, isVerified, hasSecondFactor }: StaffRecord, role: Role): void {
  const isRaised = !isAtLeast(current, role);
  if (isRaised && !(isVerified && hasSecondFactor))
    throw new AdminError(
      'conflict',
      'The address of this account is not verified, or it has no second factor. Remove the role, then invite the address.',
    );
}

async function setRole(
  request: AdminRequest,
  { id, email, role: previous }: StaffRecord,
  role: Role | null,
): Promise<void> {
  const { now } = request.admin;
  const staff = staffOf(request);
  const stateWith = (value: Role) => ({ id, name: email, fields: { role: value } });
  const note = {
    kind: 'staff',
    before: stateWith(previous),
    ...(role !== null && { after: stateWith(role) }),
  } as const;
  await request.admin.writeVisitors(staff, note, async (visitors) => {
    if (role === null) await revokeRole(visitors, id);
    else await grantRole(visitors, id, { role, by: staff.email, now: now() });
  });
}
