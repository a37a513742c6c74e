import * as v from 'valibot';
import type { Answer, OtherEditor } from '#src/admin/contract/answers.ts';
import { RECORDS } from '#src/admin/contract/records.ts';
import { isAtLeast, isRole, minRole } from '../access/roles.ts';
import { AdminError } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, type Route, staffOf } from '../http/route.ts';

const Page = v.strictObject({ page: v.pipe(v.string(), v.regex(/^[\w-]{8,40}$/, 'must be a random id')) });

/** The record in the address, such as `books/1`. @throws AdminError not_found, forbidden */
function recordOf(request: AdminRequest): string {
  const { resource = '', id = '' } = request.params;
  const isId = resource === 'brand-settings' ? /^[a-z][a-z0-9-]{1,30}$/ : /^[1-9]\d{0,14}$/;
  if (!Object.hasOwn(RECORDS, resource) || !isId.test(id))
    throw new AdminError('not_found', 'This record does not exist.');
  const required = minRole(`${resource}.change`);
  const { role } = staffOf(request);
  if (required !== undefined && required !== 'anyone' && isRole(role) && isAtLeast(role, required))
    return `${resource}/${id}`;
  throw new AdminError('forbidden', 'You may not edit this record.');
}

export const PRESENCE_ROUTES: readonly Route[] = [
  {
    method: 'PUT',
    path: '/presence/:resource/:id',
    act: 'presence.change',
    async run(request) {
      const record = recordOf(request);
      const { page } = parseBody(Page, request.body);
      const { id, name, email } = staffOf(request);
      const { openRecords, now } = request.admin;
      const others = openRecords.open({ record, page, staff: id, name: name || email, now: now().getTime() });
      const data = others.map((other) => ({ name: other.name, isYou: other.staff === id }));
      return { body: { data } satisfies Answer<readonly OtherEditor[]> };
    },
  },
  {
    method: 'DELETE',
    path: '/presence/:resource/:id',
    act: 'presence.change',
    async run(request) {
      const record = recordOf(request);
      const { page } = parseBody(Page, request.body);
      request.admin.openRecords.close({ record, page, staff: staffOf(request).id });
      return {};
    },
  },
];
