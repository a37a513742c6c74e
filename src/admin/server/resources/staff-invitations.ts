import * as v from 'valibot';
import type { Answer } from '#src/admin/contract/answers.ts';
import { type InvitationRecord, StaffRole } from '#src/admin/contract/records.ts';
import { raw } from '#src/api/store/sql.ts';
import { addInvitation, removeInvitation } from '#src/api/store/visitors/invitations.ts';
import { groupsOf, invite, linkOf, StaffEmail } from '../access/invite.ts';
import { orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, type Route, staffOf } from '../http/route.ts';
import { containsPlain, type Listing, oneOf, readMany, readPage } from '../records/listing.ts';
import type { Resource } from '../records/resource.ts';

const LISTING: Listing<InvitationRecord> = {
  columns: raw('i.id, i.email, i.accounts, i.role, i.invited_by, i.created_at, i.expires_at'),
  from: raw('staff_invitations i'),
  id: 'i.id',
  sorts: { id: 'i.id', email: 'i.email', role: 'i.role', created_at: 'i.created_at', expires_at: 'i.expires_at' },
  filters: { q: containsPlain('i.email'), role: oneOf('i.role') },
  toRecord: (row: Omit<InvitationRecord, 'link'>) => row,
};

export const STAFF_INVITATIONS: Resource<'staff-invitations'> = {
  name: 'staff-invitations',
  label: 'invitation',
  page: (query, { store }) => readPage(store.visitors, LISTING, query),
  byIds: (ids, { store }) => readMany(store.visitors, LISTING, ids),
  async remove(record, request) {
    await request.admin.writeVisitors(
      staffOf(request),
      { kind: 'staff-invitation', before: stateOf(record) },
      (visitors) => removeInvitation(visitors, record.email),
    );
  },
  actions: {
    async resend(record, request) {
      const { now } = request.admin;
      const staff = staffOf(request);
      const { email, accounts, role } = record;
      const created = await request.admin.writeVisitors(
        staff,
        { kind: 'staff-invitation', before: stateOf(record), after: stateOf(record) },
        (visitors) => addInvitation(visitors, { email, accounts, role }, staff.email, now()),
      );
      return sendLink(request, created);
    },
  },
};

const stateOf = ({ id, email, role }: InvitationRecord) => ({ id, name: email, fields: { role } });

const NewInvitation = v.strictObject({
  email: StaffEmail,
  role: StaffRole,
  accounts: v.optional(v.string()),
});

/** Used instead of the resource's `create`, because the response must contain the link if no mail is configured. */
export const STAFF_INVITATION_ROUTES: readonly Route[] = [
  {
    method: 'POST',
    path: '/staff-invitations',
    act: 'staff-invitations.create',
    async run(request) {
      const { email, role, accounts } = parseBody(NewInvitation, request.body);
      const { brands, now, writeVisitors } = request.admin;
      const staff = staffOf(request);
      const groups = groupsOf(await brands());
      const created = await writeVisitors(
        staff,
        ({ id }: { id: number }) => ({ kind: 'staff-invitation', after: { id, name: email, fields: { role } } }),
        (visitors) => invite(visitors, { email, role, accounts }, groups, staff.email, now()),
      );
      return { status: 201, ...(await sendLink(request, created)) };
    },
  },
];

/** Emails the link. If no mail is configured, returns it for the owner to pass on. */
async function sendLink(
  { admin, adminUrl }: AdminRequest,
  { id, token }: { id: number; token: string },
): Promise<AdminAnswer> {
  const [created] = await readMany(admin.store.visitors, LISTING, [String(id)]);
  const record = orNotFound(created, 'invitation');
  const { email, accounts, role, invited_by } = record;
  const link = linkOf(admin.origin ?? adminUrl.origin, token);
  const isMailed = admin.mailInvitation({ to: email, accounts, role, by: invited_by, link });
  return { body: { data: { ...record, ...(!isMailed && { link }) } } satisfies Answer<InvitationRecord> };
}
