import type { Answer, ListAnswer } from '#src/admin/contract/answers.ts';
import type { RecordOf, ResourceName } from '#src/admin/contract/records.ts';
import type { StaffAccount } from '#src/api/store/visitors/staff.ts';
import { type Act, minRole } from '../access/roles.ts';
import type { AdminContext } from '../context.ts';
import { orNotFound } from '../http/error.ts';
import { type AdminAnswer, type AdminRequest, type Method, type Route, staffOf } from '../http/route.ts';
import { idsOf, type ListQuery, listQuery } from './list-query.ts';
import { checkAll, checkChange, readThenWrite, takeSeen } from './seen.ts';

type MaybePromise<T> = T | Promise<T>;

/** Records of one kind and the operations on them. Omitted operations have no route. */
export interface Resource<N extends ResourceName> {
  /** Path segment, such as `books`. */
  readonly name: N;
  /** Singular name, for messages. */
  readonly label: string;
  page(query: ListQuery, admin: AdminContext, staff: StaffAccount): Promise<ListAnswer<RecordOf<N>>>;
  /** Reads the records with these ids that `staff` may see, in the order of the ids. */
  byIds(ids: readonly string[], admin: AdminContext, staff: StaffAccount): Promise<readonly RecordOf<N>[]>;
  /** Reads one record with all its fields. Only needed if `byIds` omits some. */
  full?(id: string, admin: AdminContext): Promise<RecordOf<N> | undefined>;
  /** @returns the id of the new record */
  create?(request: AdminRequest): Promise<MaybePromise<number | string>>;
  change?(record: RecordOf<N>, request: AdminRequest): Promise<MaybePromise<unknown>>;
  remove?(record: RecordOf<N>, request: AdminRequest): Promise<MaybePromise<unknown>>;
  /** Further operations on a record, each as POST to `/:id/<action>`. */
  readonly actions?: Readonly<
    Record<string, (record: RecordOf<N>, request: AdminRequest) => Promise<MaybePromise<AdminAnswer>>>
  >;
}

/** Actions that are safe even if the sender has not seen the record's current values. */
const ACTIONS_ON_ANY_VERSION = ['allow', 'export', 'lock', 'resend', 'restore', 'resume', 'undo', 'unlock'];

/** The act of a route. @throws TypeError on startup if `RIGHTS` does not contain it */
function actOf(resource: string, operation: string): Act {
  const act = `${resource}.${operation}`;
  if (minRole(act) === undefined) throw new TypeError(`${act} has no entry in RIGHTS (access/roles.ts).`);
  return act as Act;
}

/** The routes of a resource. */
export function resourceRoutes<N extends ResourceName>(resource: Resource<N>): Route[] {
  const { name, create, change, remove, actions = {} } = resource;
  const list = `/${name}`;
  const single = `/${name}/:id`;
  const route = (method: Method, path: string, operation: string, run: Route['run']): Route => ({
    method,
    path,
    act: actOf(name, operation),
    run,
  });
  const read = async (request: AdminRequest) => ({ body: await answerOne(resource, request) });
  const recordOfResource = (request: AdminRequest) => recordOf(resource, request);
  return [
    route('GET', list, 'read', (request) => answerList(resource, request)),
    route('GET', single, 'read', read),
    ...(create ? [route('POST', list, 'create', (request) => answerNew(resource, request, create))] : []),
    ...(change
      ? [
          route('PATCH', single, 'change', async (sent) => {
            const { seen, request } = takeSeen(sent);
            await readThenWrite(request, recordOfResource, async (record, checked) => {
              checkChange(record, request.body, seen);
              await change(record, checked);
            });
            return read(request);
          }),
        ]
      : []),
    ...(remove
      ? [
          route('DELETE', single, 'delete', async (sent) => {
            const { seen, request } = takeSeen(sent);
            const removed = await readThenWrite(request, recordOfResource, async (record, checked) => {
              checkAll(record, seen);
              await remove(record, checked);
              return record;
            });
            return { body: { data: removed } satisfies Answer<RecordOf<N>> };
          }),
        ]
      : []),
    ...Object.entries(actions).map(([action, run]) =>
      route('POST', `${single}/${action}`, action.replace('/', '-'), async (sent) => {
        if (ACTIONS_ON_ANY_VERSION.includes(action)) return run(await recordOf(resource, sent), sent);
        const { seen, request } = takeSeen(sent);
        return readThenWrite(request, recordOfResource, async (record, checked) => {
          checkAll(record, seen);
          return run(record, checked);
        });
      }),
    ),
  ];
}

const answerOne = async <N extends ResourceName>(
  resource: Resource<N>,
  request: AdminRequest,
): Promise<Answer<RecordOf<N>>> => ({ data: await recordOf(resource, request) });

async function answerList<N extends ResourceName>(
  { byIds, page }: Resource<N>,
  request: AdminRequest,
): Promise<AdminAnswer> {
  const { query, admin } = request;
  const ids = idsOf(query);
  if (ids)
    return { body: { data: await byIds(ids, admin, staffOf(request)) } satisfies Answer<readonly RecordOf<N>[]> };
  return { body: await page(listQuery(query), admin, staffOf(request)) };
}

async function answerNew<N extends ResourceName>(
  resource: Resource<N>,
  request: AdminRequest,
  create: NonNullable<Resource<N>['create']>,
): Promise<AdminAnswer> {
  const id = String(await create(request));
  return { status: 201, body: await answerOne(resource, { ...request, params: { id } }) };
}

/** @throws AdminError not_found */
async function recordOf<N extends ResourceName>(
  { label, byIds, full }: Resource<N>,
  request: AdminRequest,
): Promise<RecordOf<N>> {
  const { params, admin } = request;
  const id = params['id'] ?? '';
  return orNotFound(full ? await full(id, admin) : (await byIds([id], admin, staffOf(request)))[0], label);
}
