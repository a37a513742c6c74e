import type { DataProvider, RaRecord } from 'react-admin';
import type { Answer, ListAnswer } from '../../contract/answers.ts';
import { call } from './http.ts';

interface ListParams {
  readonly pagination?: { readonly page: number; readonly perPage: number } | undefined;
  readonly sort?: { readonly field: string; readonly order: string } | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Maximum number of concurrent requests of a bulk edit. */
const MAX_CONCURRENT_REQUESTS = 4;

/** react-admin's data provider for the admin's API. */
export const dataProvider: DataProvider = {
  getList: <R extends RaRecord>(resource: string, params: ListParams) =>
    call<ListAnswer<R>>(`${resource}?${listQuery(params)}`, { signal: params.signal }),

  getOne: <R extends RaRecord>(resource: string, { id, signal }: { id: unknown; signal?: AbortSignal }) =>
    call<Answer<R>>(pathOf(resource, id), { signal }),

  getMany: <R extends RaRecord>(resource: string, { ids, signal }: { ids: unknown[]; signal?: AbortSignal }) =>
    call<Answer<readonly R[]>>(`${resource}?ids=${ids.map((id) => encodeURIComponent(String(id))).join(',')}`, {
      signal,
    }),

  getManyReference: <R extends RaRecord>(
    resource: string,
    { target, id, filter, ...params }: ListParams & { target: string; id: unknown },
  ) =>
    call<ListAnswer<R>>(`${resource}?${listQuery({ ...params, filter: { ...filter, [target]: id } })}`, {
      signal: params.signal,
    }),

  create: <R extends RaRecord>(resource: string, { data }: { data: object }) =>
    call<Answer<R>>(resource, { method: 'POST', body: withoutNulls(data) }),

  update: <R extends RaRecord>(
    resource: string,
    { id, data, previousData }: { id: unknown; data: object; previousData?: object },
  ) => call<Answer<R>>(pathOf(resource, id), { method: 'PATCH', body: changesIn(data, previousData) }),

  updateMany: async (resource: string, { ids, data }: { ids: (string | number)[]; data: object }) => {
    await forEach(ids, (id) => call(pathOf(resource, id), { method: 'PATCH', body: data }));
    return { data: ids };
  },

  delete: <R extends RaRecord>(resource: string, { id }: { id: unknown }) =>
    call<Answer<R>>(pathOf(resource, id), { method: 'DELETE' }),

  deleteMany: async (resource: string, { ids }: { ids: (string | number)[] }) => {
    await forEach(ids, (id) => call(pathOf(resource, id), { method: 'DELETE' }));
    return { data: ids };
  },

  supportAbortSignal: true,
} as DataProvider;

/** Omits empty fields, which forms set to null, so that the API applies its defaults. */
const withoutNulls = (data: object) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));

const pathOf = (resource: string, id: unknown) => `${resource}/${encodeURIComponent(String(id))}`;

function listQuery({ pagination, sort, filter = {} }: ListParams): string {
  return new URLSearchParams({
    page: String(pagination?.page ?? 1),
    perPage: String(pagination?.perPage ?? 25),
    ...(sort ? { sort: sort.field, order: sort.order } : {}),
    ...(Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {}),
  }).toString();
}

/** The fields that the form changed. Sending only these does not overwrite concurrent changes to other fields. */
export function changesIn(data: object, previous: object = {}): Record<string, unknown> {
  const before = previous as Record<string, unknown>;
  const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => name !== 'id' && !isSame(value, before[name])),
  );
}

/** Calls `act` for each id, `MAX_CONCURRENT_REQUESTS` at a time. @throws the first error */
async function forEach(
  ids: readonly (string | number)[],
  act: (id: string | number) => Promise<unknown>,
): Promise<void> {
  const pending = [...ids];
  const work = async () => {
    for (let id = pending.shift(); id !== undefined; id = pending.shift()) await act(id);
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
}
