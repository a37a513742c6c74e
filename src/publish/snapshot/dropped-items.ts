import type { LeftOut } from '#src/contract/envelope.ts';
import type { AnyCall, Data, Result } from '#src/contract/index.ts';
import type { Losses } from './losses.ts';

/**
 * Maximum number of bad items per list: MAX_DROPPED, or MAX_DROPPED_SHARE of the list if that is more. Above it, the
 * response is rejected.
 */
const MAX_DROPPED = 20;
const MAX_DROPPED_SHARE = 0.02;

const hasParameter = ({ params }: AnyCall, name: string) => name in params.entries;

/** Whether the call is about a single book. If it fails, only the pages of that book are affected. */
export const isOfOneBook = (call: AnyCall) => hasParameter(call, 'book_id');

/**
 * Whether a sync drops single bad items of this call's response, instead of rejecting the response. Responses about
 * certain books are accepted or rejected as a whole: the next rebuild requests a rejected book again.
 */
export const isReadByItem = (call: AnyCall) => !isOfOneBook(call) && !hasParameter(call, 'ids');

interface Paged {
  readonly page?: number;
  readonly page_size?: number;
  readonly since?: string;
}

/** Records the items that are dropped from responses, and rejects a response with too many of them (`MAX_DROPPED`). */
export interface DroppedItems {
  check<C extends AnyCall>(call: C, params: object, result: Result<Data<C>>): Result<Data<C>>;
}

export function createDroppedItems(losses: Losses, section: number): DroppedItems {
  const byList = new Map<string, Set<string>>();
  return {
    check(call, params, result) {
      const { leftOut = [], data } = result;
      const [first] = leftOut;
      if (result.success === 0 || !first) return result;
      const { page = 1, page_size: _, ...list }: Paged = params;
      const name = `${section} ${call.name} ${JSON.stringify(list)}`;
      const dropped = byList.get(name) ?? new Set();
      byList.set(name, dropped);
      const entries = leftOut.filter(isEntry);
      const total = totalOf(data) + ('total' in data ? 0 : entries.length);
      for (const item of leftOut) dropped.add(keyOf(item, page));
      // A list of changes may be short, so it is not rejected merely because all its items are bad.
      const isAll = list.since === undefined && entries.length > 1 && entries.length >= total;
      const maxDropped = Math.max(MAX_DROPPED, Math.floor(total * MAX_DROPPED_SHARE));
      if (isAll || dropped.size > maxDropped) {
        const message = `${call.name}: ${first.problem}; ${dropped.size} of ${total} items break the contract`;
        return { ...result, success: 0, data: call.empty, errors: [{ code: 'CLIENT_CONTRACT', message }] };
      }
      for (const item of leftOut)
        losses.note(call.name, `${keyOfList(call, name, item)} ${keyOf(item, page)}`, item.problem);
      return result;
    },
  };
}

/** Whether the item is an entry of the list itself, not a part of an entry. */
export const isEntry = ({ list }: LeftOut) => list === 'items';

/** An entry with an id is identified by this id, because entries move between pages. */
export const keyOf = (item: LeftOut, page: number) =>
  isEntry(item) && item.id !== undefined ? `id ${item.id}` : `page ${page} ${item.place}`;

/** Returns the same key for a complete list and for a list of its changes, so that an entry counts as one loss. */
const keyOfList = (call: AnyCall, name: string, item: LeftOut) =>
  isEntry(item) && item.id !== undefined && name.includes('"since"') ? `${name.split(' ')[0]} ${call.name} {}` : name;

function totalOf(data: object): number {
  if ('total' in data && typeof data.total === 'number') return data.total;
  return 'items' in data && Array.isArray(data.items) ? data.items.length : 0;
}
