import { LecternError } from '#src/lib/errors.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import type { AdminContext } from '../context.ts';
import { AdminError } from '../http/error.ts';
import { jsonObjectOf } from '../http/input.ts';
import type { AdminRequest } from '../http/route.ts';

/*
 * A save never overwrites values that its sender has not seen. Requests that change a record contain `seen`: the values
 * that the sender has read. They are compared with the stored ones inside the writing transaction, on SQLite and
 * PostgreSQL alike. A version number would not do: imports, commands and nightly rebuilds would have to maintain it
 * too, and their changes to other fields would cause conflicts.
 */

type Fields = Readonly<Record<string, unknown>>;

/** Fields that change without an edit, whenever the account is used. */
const UNCOMPARED_FIELDS = ['seen_at', 'sessions'];

/**
 * Separates the values that the sender has read from the rest of the request: `seen` in the body, or in the query if the
 * body is a file.
 * @throws AdminError bad_request
 */
export function takeSeen(request: AdminRequest): { readonly seen: Fields; readonly request: AdminRequest } {
  const { body, query } = request;
  if (typeof query['seen'] === 'string') return { seen: jsonObjectOf(query['seen'], 'seen'), request };
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body))
    return { seen: {}, request };
  const { seen = {}, ...rest } = body as Record<string, unknown>;
  if (typeof seen !== 'object' || seen === null || Array.isArray(seen))
    throw new AdminError('bad_request', 'seen: must be a JSON object');
  return { seen: { ...seen }, request: { ...request, body: rest } };
}

const isSame = (a: unknown, b: unknown) => stableJson(a ?? null) === stableJson(b ?? null);

/**
 * Checks that the sender has read the current values of the fields that the request changes.
 * @throws AdminError bad_request if a value is missing from `seen`, changed if the record has a different value
 */
export function checkChange(record: Fields, changes: unknown, seen: Fields): void {
  const changed = Object.entries(typeof changes === 'object' && changes !== null ? changes : {}).filter(([name]) =>
    Object.hasOwn(record, name),
  );
  const unread = changed.filter(([name]) => !Object.hasOwn(seen, name)).map(([name]) => name);
  if (unread.length > 0)
    throw new AdminError('bad_request', `seen: must contain the values that you have read of: ${unread.join(', ')}`);
  const names = changed.filter(([name, value]) => !isSame(value, record[name])).map(([name]) => name);
  refuseIfChanged(record, names, seen);
}

/**
 * Checks that the sender has read the current values of a record, before an operation that concerns all its fields.
 * @throws AdminError bad_request without `seen`, changed if a field has another value
 */
export function checkAll(record: Fields, seen: Fields): void {
  const names = Object.keys(seen).filter((name) => Object.hasOwn(record, name) && !UNCOMPARED_FIELDS.includes(name));
  if (names.length === 0) throw new AdminError('bad_request', 'seen: must contain the values that you have read');
  refuseIfChanged(record, names, seen);
}

function refuseIfChanged(record: Fields, names: readonly string[], seen: Fields): void {
  const changed = names.filter((name) => !isSame(seen[name], record[name]));
  if (changed.length === 0) return;
  const message = `Someone else has changed this since you opened it: ${changed.join(', ')}. Nothing was saved.`;
  throw new AdminError('changed', message, { current: record });
}

/** Thrown if the record changed between reading and writing. */
class StaleError extends LecternError {
  constructor() {
    super('STALE', 'The record has changed since the request read it.');
  }
}

/** Each attempt fails only if another writer has changed the same record in between. */
const MAX_ATTEMPTS = 50;

/**
 * Reads a value, then writes based on it. If the value has changed by the time the transaction begins, both steps are
 * repeated. Slow work, such as sanitising a text, can therefore run outside the transaction.
 * @param work must write only through the request that it receives
 * @throws AdminError unavailable if the value changed during every attempt
 */
export async function readThenWrite<T, R>(
  request: AdminRequest,
  read: (request: AdminRequest) => Promise<T>,
  work: (value: T, request: AdminRequest) => R | Promise<R>,
): Promise<R> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const value = await read(request);
    const before = comparable(value);
    const check = async (admin: AdminContext) => {
      if (comparable(await read({ ...request, admin })) !== before) throw new StaleError();
    };
    try {
      return await work(value, { ...request, admin: checkedWrites(request.admin, check) });
    } catch (error) {
      if (!(error instanceof StaleError)) throw error;
    }
  }
  throw new AdminError('unavailable', 'Others are changing the same record. Try again in a moment.');
}

const comparable = (value: unknown): string =>
  stableJson(
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => !UNCOMPARED_FIELDS.includes(name)))
      : value,
  );

/** Calls `check` at the start of each transaction, while no one else can write. */
const checkedWrites = (admin: AdminContext, check: (admin: AdminContext) => Promise<void>): AdminContext => ({
  ...admin,
  write: (staff, work, how) =>
    admin.write(
      staff,
      async (writer) => {
        await check(admin);
        return work(writer);
      },
      how,
    ),
  writeVisitors: (staff, note, work) =>
    admin.writeVisitors(staff, note, async (visitors) => {
      // Reads outside the transaction would not be serialised with its writes.
      await check({ ...admin, store: { ...admin.store, visitors } });
      return work(visitors);
    }),
});
