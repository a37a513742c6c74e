import type { Answer } from '#src/admin/contract/answers.ts';
import type { VisitorRecord } from '#src/admin/contract/records.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { lockUser, removeUser, unlockUser } from '#src/api/store/visitors/accounts.ts';
import { exportOf } from '#src/api/store/visitors/export.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { recipientOf } from '#src/api/visitors/account-mails.ts';
import { visibleUsers } from '../access/visible-users.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import {
  containsPlain,
  flag,
  type Listing,
  oneOf,
  type RowOf,
  readMany,
  readPage,
  timestamp,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const listingFor = (staff: StaffAccount): Listing<VisitorRecord> => ({
  columns: raw(`u.id, u.email, u.name, u.accounts, u.coins, u.created_at, u.proven, u.locked_at,
    (SELECT role FROM staff WHERE user_id = u.id) AS role,
    (SELECT max(seen_at) FROM sessions WHERE user_id = u.id) AS seen_at,
    (SELECT count(*) FROM sessions WHERE user_id = u.id) AS sessions`),
  from: sql`${visibleUsers(staff)} u`,
  id: 'u.id',
  sorts: {
    id: 'u.id',
    email: 'u.email',
    name: 'u.name',
    accounts: 'u.accounts',
    coins: 'u.coins',
    created_at: 'u.created_at',
    locked_at: 'u.locked_at',
  },
  filters: {
    q: containsPlain('u.email', 'u.name'),
    accounts: oneOf('u.accounts'),
    locked: flag('u.locked_at IS NOT NULL'),
    proven: flag('u.proven = 1'),
    since: timestamp((time) => sql`u.created_at >= ${time}`),
  },
  toRecord: ({ proven, ...row }: RowOf<VisitorRecord, { proven: number }>) => ({ ...row, proven: proven === 1 }),
});

/** The audit log names visitors by number only: it is permanent, and visitors may ask for their data to be erased. */
const stateOf = ({ id }: VisitorRecord, fields: Readonly<Record<string, unknown>>) => ({
  id,
  name: `visitor ${id}`,
  fields,
});

export const VISITORS: Resource<'visitors'> = {
  name: 'visitors',
  label: 'visitor',
  page: (query, { store }, staff) => readPage(store.visitors, listingFor(staff), query),
  byIds: (ids, { store }, staff) => readMany(store.visitors, listingFor(staff), ids),
  async remove(record, request) {
    checkNoRole(record);
    const before = stateOf(record, { accounts: record.accounts, created_at: record.created_at });
    const recipient = await recipientOf(request.admin.store.visitors, record.id);
    await request.admin.writeVisitors(staffOf(request), { kind: 'visitor', before }, (visitors) =>
      removeUser(visitors, record.id),
    );
    request.admin.notify(recipient, 'deleted');
  },
  actions: {
    lock: (record, request) => setLocked(record, request, request.admin.now().toISOString()),
    unlock: (record, request) => setLocked(record, request, null),
    async export(record, request) {
      const { now } = request.admin;
      const [before, after] = [null, now().toISOString()].map((exported) => stateOf(record, { exported }));
      const note = { kind: 'visitor', ...(before && { before }), ...(after && { after }) } as const;
      const data = await request.admin.writeVisitors(staffOf(request), note, (visitors) =>
        exportOf(visitors, record.id),
      );
      return { body: { data } };
    },
  },
};

/** Prevents an operator from locking out an owner. @throws AdminError conflict */
function checkNoRole(record: VisitorRecord): void {
  if (record.role !== null)
    throw new AdminError('conflict', 'This account has a role. An owner must remove the role first.');
}

async function setLocked(record: VisitorRecord, request: AdminRequest, at: string | null) {
  checkNoRole(record);
  const { store } = request.admin;
  const { id } = record;
  const [before, after] = [record.locked_at, at].map((locked_at) => stateOf(record, { locked_at }));
  const note = { kind: 'visitor', ...(before && { before }), ...(after && { after }) } as const;
  await request.admin.writeVisitors(staffOf(request), note, (visitors) =>
    at === null ? unlockUser(visitors, id) : lockUser(visitors, id, at),
  );
  const [changed] = await readMany(store.visitors, listingFor(staffOf(request)), [String(id)]);
  return { body: { data: orNotFound(changed, 'visitor') } satisfies Answer<VisitorRecord> };
}
