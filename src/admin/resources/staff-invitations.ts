import * as v from 'valibot';
import type { Row } from '#src/api/store/database.ts';
import { addInvitation, removeInvitation } from '#src/api/store/visitors/invitations.ts';
import { groupsOf, invite, linkOf, StaffEmail } from '../access/invite.ts';
import { ROLES } from '../access/roles.ts';
import { checked } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, type Route, staffOf } from '../http/route.ts';
import { type AdminRecord, holdsPlain, type Listing, oneOf, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const LISTING: Listing = {
  columns: 'i.id, i.email, i.accounts, i.role, i.invited_by, i.created_at, i.expires_at',
  from: 'staff_invitations i',
  id: 'i.id',
  sorts: { id: 'i.id', email: 'i.email', role: 'i.role', created_at: 'i.created_at', expires_at: 'i.expires_at' },
  filters: { q: holdsPlain('i.email'), role: oneOf('i.role') },
  toRecord: ({ id, ...row }: Row) => ({ id: Number(id), ...row }),
};

export const STAFF_INVITATIONS: Resource = {
  name: 'staff-invitations',
  one: 'invitation',
  page: (query, { store }) => readPage(store.visitors, LISTING, query),
  many: (ids, { store }) => readMany(store.visitors, LISTING, ids),
  async remove(record, request) {
    await request.admin.writeVisitors(
      staffOf(request),
      { kind: 'staff-invitation', before: stateOf(record) },
      (visitors) => removeInvitation(visitors, String(record['email'])),
    );
  },
  actions: {
    async resend(record, request) {
      const { now } = request.admin;
      const staff = staffOf(request);
      const invited = {
        email: String(record['email']),
        accounts: String(record['accounts']),
        role: String(record['role']),
      };
      const created = await request.admin.writeVisitors(
        staff,
        { kind: 'staff-invitation', before: stateOf(record), after: stateOf(record) },
        (visitors) => addInvitation(visitors, invited, staff.email, now()),
      );
      return sent(request, created);
    },
  },
};

const stateOf = ({ id, email, role }: AdminRecord) => ({
  id: Number(id),
  name: String(email),
  fields: { role },
});

const Invited = v.strictObject({
  email: StaffEmail,
  role: v.picklist(ROLES, `must be one of ${ROLES.join(', ')}`),
  accounts: v.optional(v.string()),
});

/** Unlike the resource's own creation, the response contains the link if no mail is configured. */
export const STAFF_INVITATION_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/staff-invitations',
    act: 'staff-invitations.create',
    async run(request) {
      const { email, role, accounts } = checked(Invited, request.body);
      const { brands, now, writeVisitors } = request.admin;
      const staff = staffOf(request);
      const groups = groupsOf(await brands());
      const created = await writeVisitors(
        staff,
        ({ id }: { id: number }) => ({ kind: 'staff-invitation', after: { id, name: email, fields: { role } } }),
        (visitors) => invite(visitors, { email, role, accounts }, groups, staff.email, now()),
      );
      return { status: 201, ...(await sent(request, created)) };
    },
  },
];

/** Emails the link. If no mail is configured, the owner passes it on. */
async function sent(
  { admin, reached }: AdminRequest,
  { id, token }: { id: number; token: string },
): Promise<AdminAnswer> {
  const [record] = await readMany(admin.store.visitors, LISTING, [String(id)]);
  const link = linkOf(admin.origin ?? reached.origin, token);
  if (!record) return { body: { data: { id, link } } };
  const isMailed = admin.mailInvitation({
    to: String(record['email']),
    accounts: String(record['accounts']),
    role: String(record['role']),
    by: String(record['invited_by']),
    link,
  });
  return { body: { data: { ...record, ...(!isMailed && { link }) } } };
}
