import { changesForDevice } from '#src/api/visitors/library-sync.ts';
import type { ApiClient } from '#src/api-client/types.ts';
import { ANSWERED_MOST } from '#src/contract/calls/library.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { keyOf, mergeItems } from '#src/contract/library-merge.ts';

/** An account in memory that keeps to `library.sync`. */
export interface MemoryAccount {
  readonly items: Map<string, LibraryItem>;
  /** @param meanwhile happens after the account has merged and before the device has the answer */
  client(meanwhile?: () => void): ApiClient;
  /** Merges, but no answer comes. */
  deaf(): ApiClient;
}

interface Question {
  readonly since?: string;
  readonly items: readonly LibraryItem[];
}

export function memoryAccount(now: () => number): MemoryAccount {
  const items = new Map<string, LibraryItem>();
  /** Keys in the order of their last change. */
  const log: string[] = [];
  const merge = ({ since = '0', items: sent }: Question) => {
    const changed = mergeItems(items, sent, now());
    for (const [key, item] of changed) {
      items.set(key, item);
      log.push(key);
    }
    const told = log.slice(Number(since), Number(since) + ANSWERED_MOST);
    const outcome = new Map(sent.flatMap((item) => pair(items.get(keyOf(item)))));
    const changes = [...new Set(told)].flatMap((key) => items.get(key) ?? []);
    const cursor = Number(since) + told.length;
    return { items: changesForDevice(sent, outcome, changes), cursor: String(cursor), more: cursor < log.length };
  };
  const answering =
    (after: () => void, isHeard: boolean): ApiClient =>
    async (call: AnyCall, params: unknown) => {
      if (call.name !== 'library.sync') return failure(call, 404, 'CALL_ABSENT');
      const data = merge(structuredClone(params) as Question);
      after();
      return isHeard ? { success: 1, data: structuredClone(data), errors: [], status: 200 } : failure(call, 0, 'NONE');
    };
  return {
    items,
    client: (meanwhile = () => {}) => answering(meanwhile, true),
    deaf: () => answering(() => {}, false),
  };
}

const pair = (item: LibraryItem | undefined): [string, LibraryItem][] => (item ? [[keyOf(item), item]] : []);

const failure = (call: AnyCall, status: number, code: string) => ({
  success: 0 as const,
  data: call.empty,
  status,
  errors: [{ code, message: code }],
});
