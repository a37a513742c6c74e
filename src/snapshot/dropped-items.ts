import type { LeftOut } from '#src/contract/envelope.ts';
import {
  type AnyCall,
  bookChapters,
  bookShow,
  chapterDates,
  chapterShow,
  type Data,
  type Result,
} from '#src/contract/index.ts';
import type { Losses } from '#src/lib/losses.ts';

/** So many items of a list may break the contract, in a long list this share. Beyond it the upstream counts as broken. */
const MOST_DROPPED = 20;
const MOST_SHARE = 0.02;

/** Answers about single books are taken whole or not at all: a book that is left out is asked for again the next night. */
const WHOLE_CALLS: readonly string[] = [bookShow, bookChapters, chapterShow, chapterDates].map(({ name }) => name);

/** Whether a sync leaves out bad items of what the call answers. */
export const isReadByItem = ({ name }: AnyCall) => !WHOLE_CALLS.includes(name);

interface Paged {
  readonly page?: number;
  readonly page_size?: number;
  readonly since?: string;
}

/** Notes what is left out of answers, and refuses those of a list that lost too much. */
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
      const whole = leftOut.filter(isEntry);
      const total = totalOf(data) + ('total' in data ? 0 : whole.length);
      for (const item of leftOut) dropped.add(keyOf(item, page));
      // What has changed since a cursor may be little, and all of it bad.
      const isAll = list.since === undefined && whole.length > 1 && whole.length >= total;
      const most = Math.max(MOST_DROPPED, Math.floor(total * MOST_SHARE));
      if (isAll || dropped.size > most) {
        const message = `${call.name}: ${first.problem}; ${dropped.size} of ${total} items break the contract`;
        return { ...result, success: 0, data: call.empty, errors: [{ code: 'CLIENT_CONTRACT', message }] };
      }
      for (const item of leftOut)
        losses.note(call.name, `${keyOfList(call, name, item)} ${keyOf(item, page)}`, item.problem);
      return result;
    },
  };
}

/** An entry of the list itself, not a part of one. */
export const isEntry = ({ list }: LeftOut) => list === 'items';

/** Entries with an id are told by it, as they move between pages. */
export const keyOf = (item: LeftOut, page: number) =>
  isEntry(item) && item.id !== undefined ? `id ${item.id}` : `page ${page} ${item.place}`;

/** An entry of a list that is read whole and from a cursor on is the same entry. */
const keyOfList = (call: AnyCall, name: string, item: LeftOut) =>
  isEntry(item) && item.id !== undefined && name.includes('"since"') ? `${name.split(' ')[0]} ${call.name} {}` : name;

function totalOf(data: object): number {
  if ('total' in data && typeof data.total === 'number') return data.total;
  return 'items' in data && Array.isArray(data.items) ? data.items.length : 0;
}
