import type { DataProvider, RaRecord } from 'react-admin';
import { call } from './http.ts';

interface ListParams {
  readonly pagination?: { readonly page: number; readonly perPage: number } | undefined;
  readonly sort?: { readonly field: string; readonly order: string } | undefined;
  readonly filter?: Readonly<Record<string, unknown>> | undefined;
  readonly signal?: AbortSignal | undefined;
}

interface Listed<R> {
  readonly data: R[];
  readonly total: number;
}

/** How many writes of a bulk edit are under way at once. */
const AT_ONCE = 4;

/** react-admin's data provider over the admin's API. */
export const dataProvider: DataProvider = {
  getList: <R extends RaRecord>(resource: string, params: ListParams) =>
    call<Listed<R>>(`${resource}?${listQuery(params)}`, { signal: params.signal }),

  getOne: <R extends RaRecord>(resource: string, { id, signal }: { id: unknown; signal?: AbortSignal }) =>
    call<{ data: R }>(pathOf(resource, id), { signal }),

  getMany: <R extends RaRecord>(resource: string, { ids, signal }: { ids: unknown[]; signal?: AbortSignal }) =>
    call<{ data: R[] }>(`${resource}?ids=${ids.map((id) => encodeURIComponent(String(id))).join(',')}`, { signal }),

  getManyReference: <R extends RaRecord>(
    resource: string,
    { target, id, filter, ...params }: ListParams & { target: string; id: unknown },
  ) =>
    call<Listed<R>>(`${resource}?${listQuery({ ...params, filter: { ...filter, [target]: id } })}`, {
      signal: params.signal,
    }),

  create: <R extends RaRecord>(resource: string, { data }: { data: object }) =>
    call<{ data: R }>(resource, { method: 'POST', body: givenIn(data) }),

  update: <R extends RaRecord>(
    resource: string,
    { id, data, previousData }: { id: unknown; data: object; previousData?: object },
  ) => call<{ data: R }>(pathOf(resource, id), { method: 'PATCH', body: changesIn(data, previousData) }),

  updateMany: async (resource: string, { ids, data }: { ids: (string | number)[]; data: object }) => {
    await forEach(ids, (id) => call(pathOf(resource, id), { method: 'PATCH', body: data }));
    return { data: ids };
  },

  delete: <R extends RaRecord>(resource: string, { id }: { id: unknown }) =>
    call<{ data: R }>(pathOf(resource, id), { method: 'DELETE' }),

  deleteMany: async (resource: string, { ids }: { ids: (string | number)[] }) => {
    await forEach(ids, (id) => call(pathOf(resource, id), { method: 'DELETE' }));
    return { data: ids };
  },

  supportAbortSignal: true,
} as DataProvider;

/** A form gives null for each field that was left empty; the API has its own values for them. */
const givenIn = (data: object) => Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null));

const pathOf = (resource: string, id: unknown) => `${resource}/${encodeURIComponent(String(id))}`;

function listQuery({ pagination, sort, filter = {} }: ListParams): string {
  return new URLSearchParams({
    page: String(pagination?.page ?? 1),
    perPage: String(pagination?.perPage ?? 25),
    ...(sort ? { sort: sort.field, order: sort.order } : {}),
    ...(Object.keys(filter).length > 0 ? { filter: JSON.stringify(filter) } : {}),
  }).toString();
}

/** The fields that a form changed: what somebody else changed meanwhile stays. */
export function changesIn(data: object, previous: object = {}): Record<string, unknown> {
  const before = previous as Record<string, unknown>;
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  return Object.fromEntries(
    Object.entries(data).filter(([name, value]) => name !== 'id' && !isSame(value, before[name])),
  );
}

/** Does `act` for each id, a few at once; the first that fails ends it. */
async function forEach(
  ids: readonly (string | number)[],
  act: (id: string | number) => Promise<unknown>,
): Promise<void> {
  const left = [...ids];
  const work = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await act(id);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
