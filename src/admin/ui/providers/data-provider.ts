import type { DataProvider, RaRecord } from 'react-admin';
import type { Answer, ListAnswer } from '../../contract/answers.ts';
import { forEach, pathOf, type RecordId, seenOf, throwRefusals, updateEach } from './bulk.ts';
import { changesIn, picked } from './changes.ts';
import { call } from './http.ts';
import { rememberRecords, seenRecord } from './seen-records.ts';

interface ListParams {
  readonly pagination?: { readonly page: number; readonly perPage: number } | undefined;
  readonly sort?: { readonly field: string; readonly order: string } | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Parameters of `update` that react-admin passes on. */
interface UpdateMeta {
  /** The values of the record that the user has seen. Default: the values that the open form started from. */
  readonly seen?: object;
}

/** react-admin's data provider for the admin's API. */
export const dataProvider: DataProvider = {
  getList: <R extends RaRecord>(resource: string, params: ListParams) =>
    remembered(resource, call<ListAnswer<R>>(`${resource}?${listQuery(params)}`, { signal: params.signal })),

  getOne: <R extends RaRecord>(resource: string, { id, signal }: { id: unknown; signal?: AbortSignal }) =>
    remembered(resource, call<Answer<R>>(pathOf(resource, id), { signal })),

  getMany: <R extends RaRecord>(resource: string, { ids, signal }: { ids: unknown[]; signal?: AbortSignal }) =>
    remembered(
      resource,
      call<Answer<readonly R[]>>(`${resource}?ids=${ids.map((id) => encodeURIComponent(String(id))).join(',')}`, {
        signal,
      }),
    ),

  getManyReference: <R extends RaRecord>(
    resource: string,
    { target, id, filter, ...params }: ListParams & { target: string; id: unknown },
  ) =>
    remembered(
      resource,
      call<ListAnswer<R>>(`${resource}?${listQuery({ ...params, filter: { ...filter, [target]: id } })}`, {
        signal: params.signal,
      }),
    ),

  create: <R extends RaRecord>(resource: string, { data }: { data: object }) =>
    call<Answer<R>>(resource, { method: 'POST', body: withoutNulls(data) }),

  update: <R extends RaRecord>(
    resource: string,
    { id, data, previousData, meta }: { id: unknown; data: object; previousData?: object; meta?: UpdateMeta },
  ) => {
    const seen = meta?.seen ?? seenRecord(resource, id) ?? previousData ?? {};
    const changes = changesIn(data, seen);
    const body = { ...changes, seen: picked(seen, Object.keys(changes)) };
    return remembered(resource, call<Answer<R>>(pathOf(resource, id), { method: 'PATCH', body }));
  },

  updateMany: async (resource: string, { ids, data }: { ids: RecordId[]; data: object }) => {
    throwRefusals(await updateEach(resource, ids, () => data as Record<string, unknown>), 'saved');
    return { data: ids };
  },

  delete: <R extends RaRecord>(resource: string, { id }: { id: unknown }) => remove<R>(resource, id),

  deleteMany: async (resource: string, { ids }: { ids: RecordId[] }) => {
    throwRefusals(await forEach(resource, ids, (id) => remove(resource, id)), 'deleted');
    return { data: ids };
  },

  supportAbortSignal: true,
} as DataProvider;

/** Remembers the records of a response as seen. */
async function remembered<R extends RaRecord, A extends Answer<R | readonly R[]>>(
  resource: string,
  response: Promise<A>,
): Promise<A> {
  const answer = await response;
  rememberRecords(resource, [answer.data].flat() as R[]);
  return answer;
}

/** Omits empty fields, which forms set to null, so that the API applies its defaults. */
const withoutNulls = (data: object) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));

function listQuery({ pagination, sort, filter = {} }: ListParams): string {
  return new URLSearchParams({
    page: String(pagination?.page ?? 1),
    perPage: String(pagination?.perPage ?? 25),
    ...(sort ? { sort: sort.field, order: sort.order } : {}),
    ...(Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {}),
  }).toString();
}

const remove = async <R>(resource: string, id: unknown) =>
  call<Answer<R>>(pathOf(resource, id), { method: 'DELETE', body: { seen: await seenOf(resource, id) } });
