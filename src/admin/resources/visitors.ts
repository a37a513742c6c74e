import type { Row } from '#src/api/store/database.ts';
import { exportOf, lockUser, removeUser, unlockUser } from '#src/api/store/visitors/accounts.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { recipientOf } from '#src/api/visitors/account-mails.ts';
import { visibleUsers } from '../access/visible-users.ts';
import { AdminError } from '../http/error.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import {
  type AdminRecord,
  flag,
  holdsPlain,
  type Listing,
  moment,
  oneOf,
  readMany,
  readPage,
} from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const listingFor = (staff: StaffAccount): Listing => ({
  columns: `u.id, u.email, u.name, u.accounts, u.coins, u.created_at, u.proven, u.locked_at,
    (SELECT role FROM staff WHERE user_id = u.id) AS role,
    (SELECT max(seen_at) FROM sessions WHERE user_id = u.id) AS seen_at,
    (SELECT count(*) FROM sessions WHERE user_id = u.id) AS sessions`,
  from: `${visibleUsers(staff)} u`,
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
    q: holdsPlain('u.email', 'u.name'),
    accounts: oneOf('u.accounts'),
    locked: flag('u.locked_at IS NOT NULL'),
    proven: flag('u.proven = 1'),
    since: moment('u.created_at >= ?'),
  },
  toRecord: ({ id, proven, ...row }: Row) => ({ id: Number(id), proven: proven === 1, ...row }),
});

/** In the audit log a visitor is a number: it keeps its rows for good, and a visitor may ask to be forgotten. */
const stateOf = (record: AdminRecord, fields: Readonly<Record<string, unknown>>) => ({
  id: Number(record.id),
  name: `visitor ${record.id}`,
  fields,
});

export const VISITORS: Resource = {
  name: 'visitors',
  one: 'visitor',
  page: (query, { store }, staff) => readPage(store.visitors, listingFor(staff), query),
  many: (ids, { store }, staff) => readMany(store.visitors, listingFor(staff), ids),
  async remove(record, request) {
    checkNoRole(record);
    const before = stateOf(record, { accounts: record['accounts'], created_at: record['created_at'] });
    const recipient = await recipientOf(request.admin.store.visitors, Number(record.id));
    await request.admin.writeVisitors(staffOf(request), { kind: 'visitor', before }, (visitors) =>
      removeUser(visitors, Number(record.id)),
    );
    request.admin.notify(recipient, 'deleted');
  },
  actions: {
    lock: (record, request) => setLocked(record, request, request.admin.now().toISOString()),
    unlock: (record, request) => setLocked(record, request, null),
    async export(record, request) {
      const { now } = request.admin;
      const [before, after] = [null, now().toISOString()].map((exported) => stateOf(record, { exported }));
      const note = { kind: 'visitor', ...(before && { before }), ...(after && { after }) };
      const data = await request.admin.writeVisitors(staffOf(request), note, (visitors) =>
        exportOf(visitors, Number(record.id)),
      );
      return { body: { data } };
    },
  },
};

/** Who has a role is no visitor alone: an operator could lock the owner out. @throws AdminError conflict */
function checkNoRole(record: AdminRecord): void {
  if (record['role'] !== null)
    throw new AdminError('conflict', 'This account has a role. An owner has to take it away first.');
}

async function setLocked(record: AdminRecord, request: AdminRequest, at: string | null) {
  checkNoRole(record);
  const { store } = request.admin;
  const id = Number(record.id);
  const [before, after] = [record['locked_at'], at].map((locked_at) => stateOf(record, { locked_at }));
  const note = { kind: 'visitor', ...(before && { before }), ...(after && { after }) };
  await request.admin.writeVisitors(staffOf(request), note, (visitors) =>
    at === null ? unlockUser(visitors, id) : lockUser(visitors, id, at),
  );
  return { body: { data: (await readMany(store.visitors, listingFor(staffOf(request)), [String(id)]))[0] } };
}
