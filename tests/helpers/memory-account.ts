import { changesForDevice } from '#src/api/visitors/library-sync.ts';
import { MAX_CHANGED_ITEMS } from '#src/contract/calls/library.ts';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { keyOf, mergeItems } from '#src/contract/library-merge.ts';

/** An in-memory account that implements `library.sync`. */
export interface MemoryAccount {
  readonly items: Map<string, LibraryItem>;
  /** @param meanwhile called after the account has merged the changes and before the device receives the response */
  client(meanwhile?: () => void): ApiClient;
  /** Returns a client whose changes are merged, but which never receives a response. */
  clientWithoutResponses(): ApiClient;
}

interface SyncRequest {
  readonly since?: string;
  readonly items: readonly LibraryItem[];
}

export function memoryAccount(now: () => number): MemoryAccount {
  const items = new Map<string, LibraryItem>();
  /** Keys of changed items, in the order in which they were changed. */
  const log: string[] = [];
  const merge = ({ since = '0', items: sent }: SyncRequest) => {
    const changed = mergeItems(items, sent, now());
    for (const [key, item] of changed) {
      items.set(key, item);
      log.push(key);
    }
    const reported = log.slice(Number(since), Number(since) + MAX_CHANGED_ITEMS);
    const outcome = new Map(sent.flatMap((item) => pair(items.get(keyOf(item)))));
    const changes = [...new Set(reported)].flatMap((key) => items.get(key) ?? []);
    const cursor = Number(since) + reported.length;
    return { items: changesForDevice(sent, outcome, changes), cursor: String(cursor), more: cursor < log.length };
  };
  const createClient =
    (afterMerge: () => void, responds: boolean): ApiClient =>
    async (call: AnyCall, params: unknown) => {
      if (call.name !== 'library.sync') return failure(call, 404, 'CALL_ABSENT');
      const data = merge(structuredClone(params) as SyncRequest);
      afterMerge();
      return responds ? { success: 1, data: structuredClone(data), errors: [], status: 200 } : failure(call, 0, 'NONE');
    };
  return {
    items,
    client: (meanwhile = () => {}) => createClient(meanwhile, true),
    clientWithoutResponses: () => createClient(() => {}, false),
  };
}

const pair = (item: LibraryItem | undefined): [string, LibraryItem][] => (item ? [[keyOf(item), item]] : []);

const failure = (call: AnyCall, status: number, code: string) => ({
  success: 0 as const,
  data: call.empty,
  status,
  errors: [{ code, message: code }],
});
