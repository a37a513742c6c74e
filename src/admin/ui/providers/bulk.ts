import type { Answer } from '../../contract/answers.ts';
import { picked } from './changes.ts';
import { ApiError, call } from './http.ts';
import { rememberRecords, seenRecord } from './seen-records.ts';

export type RecordId = string | number;

/** A record that the API refused to change or delete. */
export interface Refusal {
  readonly id: RecordId;
  readonly name: string;
  readonly reason: string;
  /** Whether somebody else has changed the record. */
  readonly isChanged: boolean;
}

export interface BulkOutcome {
  /** Number of records that were changed or deleted. */
  readonly done: number;
  readonly refusals: readonly Refusal[];
}

/** Maximum number of concurrent requests of a bulk edit. */
const MAX_CONCURRENT_REQUESTS = 4;

export const pathOf = (resource: string, id: unknown) => `${resource}/${encodeURIComponent(String(id))}`;

/**
 * Returns the values of a record that the user has seen. If the page has not received the record, returns its current
 * values.
 */
export async function seenOf(resource: string, id: unknown): Promise<object> {
  return seenRecord(resource, id) ?? (await call<Answer<object>>(pathOf(resource, id))).data;
}

/**
 * Calls `act` for each id, `MAX_CONCURRENT_REQUESTS` at a time. A refusal that concerns only its record does not stop
 * the others. After a refusal because of a newer version, the page has seen this version.
 * @param act returns false if there is nothing to do for the record
 * @throws any error that all records would have in common, such as a missing right or connection
 */
export async function forEach(
  resource: string,
  ids: readonly RecordId[],
  act: (id: RecordId) => Promise<unknown>,
): Promise<BulkOutcome> {
  const pending = [...ids];
  const refusals: Refusal[] = [];
  let done = 0;
  const work = async () => {
    for (let id = pending.shift(); id !== undefined; id = pending.shift()) {
      try {
        if ((await act(id)) !== false) done += 1;
      } catch (error) {
        if (!concernsOneRecord(error)) throw error;
        if (error.current) rememberRecords(resource, [{ ...error.current, id }]);
        refusals.push(refusalOf(resource, id, error));
      }
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT_REQUESTS }, work));
  return { done, refusals: refusals.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id)) };
}

const ONE_RECORD: readonly string[] = ['changed', 'conflict', 'invalid', 'not_found', 'gone', 'too_large'];

const concernsOneRecord = (error: unknown): error is ApiError =>
  error instanceof ApiError && ONE_RECORD.includes(error.code);

function refusalOf(resource: string, id: RecordId, error: ApiError): Refusal {
  const { title, name } = (error.current ?? seenRecord(resource, id) ?? {}) as { title?: string; name?: string };
  const isNewer = error.code === 'changed';
  const reason = isNewer
    ? 'Somebody else has changed it since you opened this list. Check it and try again.'
    : error.message;
  return { id, name: String(title ?? name ?? id), reason, isChanged: isNewer };
}

/**
 * Changes many records, each with its own changes.
 * @param changesOf returns the changes to a record, based on the values that the user has seen; {} for none
 */
export const updateEach = (
  resource: string,
  ids: readonly RecordId[],
  changesOf: (seen: object) => Readonly<Record<string, unknown>>,
): Promise<BulkOutcome> =>
  forEach(resource, ids, async (id) => {
    const seen = await seenOf(resource, id);
    const changes = changesOf(seen);
    const fields = Object.keys(changes);
    if (fields.length === 0) return false;
    const body = { ...changes, seen: picked(seen, fields) };
    const { data } = await call<Answer<{ readonly id: RecordId }>>(pathOf(resource, id), { method: 'PATCH', body });
    rememberRecords(resource, [data]);
    return true;
  });

/** @param done the past participle for the message, such as `saved`. @throws ApiError if there are refusals */
export function throwRefusals({ refusals }: BulkOutcome, done: string): void {
  if (refusals.length === 0) return;
  if (refusals.every((refusal) => refusal.isChanged)) {
    const names = refusals.map(({ name }) => `“${name}”`).join(', ');
    const advice = 'Somebody else has changed these records since you opened them. Check them and try again.';
    throw new ApiError(409, 'changed', `Not ${done}: ${names}. ${advice}`);
  }
  const reasons = refusals.map(({ name, reason }) => `“${name}”: ${reason}`).join(' ');
  throw new ApiError(409, 'conflict', `Not ${done}: ${reasons}`);
}
