import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { type Act, leastRole } from '../access/roles.ts';
import type { AdminContext } from '../context.ts';
import { found } from '../http/error.ts';
import { type AdminAnswer, type AdminRequest, type Method, type Route, staffOf } from '../http/route.ts';
import { idsOf, type ListQuery, listQuery } from './list-query.ts';
import type { AdminRecord, Page } from './listing.ts';

type Eventually<T> = T | Promise<T>;

/** Records of one kind and what can be done with them; what is left out has no address. */
export interface Resource {
  /** As in the address, such as `books`. */
  readonly name: string;
  /** One of them, for messages. */
  readonly one: string;
  page(query: ListQuery, admin: AdminContext, staff: StaffAccount): Promise<Eventually<Page>>;
  /** The records with these ids that `staff` may see, in the order of the ids. */
  many(ids: readonly string[], admin: AdminContext, staff: StaffAccount): Promise<Eventually<readonly AdminRecord[]>>;
  /** One record with all its fields, where `many` leaves some out. */
  whole?(id: string, admin: AdminContext): Promise<Eventually<AdminRecord | undefined>>;
  /** @returns the id of the new one */
  create?(request: AdminRequest): Promise<Eventually<number | string>>;
  change?(record: AdminRecord, request: AdminRequest): Promise<Eventually<unknown>>;
  remove?(record: AdminRecord, request: AdminRequest): Promise<Eventually<unknown>>;
  /** What else can be done with one of them, by POST to an address below its own. */
  readonly actions?: Readonly<
    Record<string, (record: AdminRecord, request: AdminRequest) => Promise<Eventually<AdminAnswer>>>
  >;
}

/** The act of a route. @throws TypeError where the table of rights has no such act, so that the admin does not start */
function actOf(resource: string, deed: string): Act {
  const act = `${resource}.${deed}`;
  if (leastRole(act) === undefined) throw new TypeError(`${act} is missing in the table of rights (access/roles.ts).`);
  return act as Act;
}

/** Everything that can be asked of a resource. */
export function resourceRoutes(resource: Resource): Route[] {
  const { name, create, change, remove, actions = {} } = resource;
  const list = `/${name}`;
  const one = `/${name}/:id`;
  const route = (method: Method, path: string, deed: string, run: Route['run']): Route => ({
    method,
    path,
    act: actOf(name, deed),
    run,
  });
  const data = async (request: AdminRequest) => ({ body: { data: await recordOf(resource, request) } });
  return [
    route('GET', list, 'read', (request) => answerList(resource, request)),
    route('GET', one, 'read', data),
    ...(create ? [route('POST', list, 'create', (request) => answerNew(resource, request, create))] : []),
    ...(change
      ? [
          route('PATCH', one, 'change', async (request) => {
            await change(await recordOf(resource, request), request);
            return data(request);
          }),
        ]
      : []),
    ...(remove
      ? [
          route('DELETE', one, 'delete', async (request) => {
            const record = await recordOf(resource, request);
            await remove(record, request);
            return { body: { data: record } };
          }),
        ]
      : []),
    ...Object.entries(actions).map(([action, run]) =>
      route('POST', `${one}/${action}`, action.replace('/', '-'), async (request) =>
        run(await recordOf(resource, request), request),
      ),
    ),
  ];
}

async function answerList({ many, page }: Resource, request: AdminRequest): Promise<AdminAnswer> {
  const { query, admin } = request;
  const ids = idsOf(query);
  if (ids) return { body: { data: await many(ids, admin, staffOf(request)) } };
  return { body: await page(listQuery(query), admin, staffOf(request)) };
}

async function answerNew(
  resource: Resource,
  request: AdminRequest,
  create: NonNullable<Resource['create']>,
): Promise<AdminAnswer> {
  const id = String(await create(request));
  return { status: 201, body: { data: await recordOf(resource, { ...request, params: { id } }) } };
}

/** @throws AdminError not_found */
async function recordOf({ one, many, whole }: Resource, request: AdminRequest): Promise<AdminRecord> {
  const { params, admin } = request;
  const id = params['id'] ?? '';
  return found(whole ? await whole(id, admin) : (await many([id], admin, staffOf(request)))[0], one);
}
