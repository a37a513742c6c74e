import * as v from 'valibot';
import { historySync, librarySync, MAX_SENT_ITEMS } from '#src/contract/calls/library.ts';
import { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { furtherOf, furthestOf, withFurthest } from '#src/contract/furthest-read.ts';
import type { Data, Result } from '#src/contract/index.ts';
import { isSame, keyOf, mergeItem, normalItem, readItem } from '#src/contract/library-merge.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import {
  $historyRemovals,
  $readlogList,
  $synced,
  $token,
  $userInfo,
  type Synced,
} from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';
import { applyItems, localItems } from './library-items.ts';
import { HISTORY_LIMIT, mergeHistory } from './merge-history.ts';

/** State of the sync. `waiting` means that the browser is offline. */
export type SyncState = 'idle' | 'syncing' | 'waiting' | 'failed';

/**
 * HTTP statuses that mean that the upstream lacks the call. A 404 cannot mean a missing item, because the call does not
 * request a single item.
 */
const ABSENT = [404, 405, 501];

/** Maximum number of calls per sync. The next sync exchanges the remaining items. */
const MAX_CALLS = 100;

/**
 * Sends items that the account lacks and stores items that are newer in the account, until device and account agree.
 */
export async function runSync(): Promise<SyncState> {
  const account = accountId();
  for (let call = 0; call < MAX_CALLS; call += 1) {
    const before = syncedWith(account);
    const sent = unsentItems(before).slice(0, MAX_SENT_ITEMS);
    const since = before.cursor === '' ? {} : { since: before.cursor };
    const result = await callUpstream(librarySync, { ...since, items: sent });
    if ($token.get() === '' || accountId() !== account) return 'idle';
    if (ABSENT.includes(result.status)) return stateOf(await syncHistoryAlone());
    if (!result.success) return stateOf(result);
    applyResponse(account, sent, result.data);
    if (!result.data.more && unsentItems(syncedWith(account)).length === 0) return 'idle';
  }
  return 'idle';
}

/** Items of this device that the account may lack or may have in an older version, oldest first. */
export function unsentItems({ known }: Pick<Synced, 'known'>): LibraryItem[] {
  return [...localItems()]
    .filter(([key, item]) => known[key] !== item.at && v.is(LibraryItem, item))
    .map(([, item]) => item)
    .sort((a, b) => a.at - b.at);
}

/**
 * Stores the items that the account returned. The account's version of a sent item replaces the sent version even if it
 * is older, because the device's clock may be fast.
 */
function applyResponse(
  account: number,
  sent: readonly LibraryItem[],
  { items, cursor }: Data<typeof librarySync>,
): void {
  const { known } = syncedWith(account);
  const sentByKey = new Map(sent.map((item) => [keyOf(item), item]));
  const local = localItems();
  const received = items.map((item) => {
    const remote = normalItem(item);
    const localItem = local.get(keyOf(remote));
    const sentItem = sentByKey.get(keyOf(remote));
    if (!localItem) return { item: remote, isAgreed: true };
    if (sentItem && isSame(sentItem, localItem)) return { item: withOwnFurthest(remote, localItem), isAgreed: true };
    const merged = mergeItem(localItem, remote);
    return { item: merged, isAgreed: isSame(merged, remote) };
  });
  applyItems(received.map(({ item }) => item));
  // If merging changed the account's version of an item, the result is sent with the next call.
  const disputed = new Set(received.filter(({ isAgreed }) => !isAgreed).map(({ item }) => keyOf(item)));
  const exchanged = [...sent, ...received.map(({ item }) => item)];
  const all = { ...known, ...Object.fromEntries(exchanged.map((item) => [keyOf(item), item.at])) };
  const current = localItems();
  const stillKnown = Object.entries(all).filter(([key]) => current.has(key) && !disputed.has(key));
  $synced.set({ account, cursor, at: platform().now(), known: Object.fromEntries(stillKnown) });
}

/**
 * Adds this device's furthest place to a received item that has none, because the upstream may not store furthest
 * places.
 */
function withOwnFurthest(remote: LibraryItem, localItem: LibraryItem | undefined): LibraryItem {
  if (remote.kind !== 'read' || localItem?.kind !== 'read' || !remote.value || remote.value.furthest) return remote;
  return withFurthest(remote, furtherOf(furthestOf(remote), furthestOf(localItem)));
}

function syncedWith(account: number): Synced {
  const synced = $synced.get();
  return synced?.account === account ? synced : { account, cursor: '', at: 0, known: {} };
}

function accountId(): number {
  const user = $userInfo.get();
  return 'id' in user ? user.id : 0;
}

function stateOf({ success, status }: Pick<Result<unknown>, 'success' | 'status'>): SyncState {
  if (success) return 'idle';
  if (status === 0) return 'waiting';
  return $token.get() === '' ? 'idle' : 'failed';
}

/**
 * Syncs only the reading history, for an upstream without `library.sync`. The account's history replaces the sent
 * history, so that a book removed on another device is removed here too. Changes made during the call are not
 * overwritten.
 */
export async function syncHistoryAlone(): Promise<Result<{ entries: HistoryEntry[] }>> {
  const entries = $readlogList.get().slice(0, HISTORY_LIMIT);
  const removed = $historyRemovals.get().slice(0, HISTORY_LIMIT);
  const result = await callUpstream(historySync, { entries, removed });
  if (!result.success || $token.get() === '') return result;
  const newRemovals = without($historyRemovals.get(), removed);
  const remoteEntries = result.data.entries.map((entry) => keepFurthest(entry, entries));
  $readlogList.set(mergeHistory(without($readlogList.get(), entries), remoteEntries, newRemovals));
  $historyRemovals.set(newRemovals);
  const user = $userInfo.get();
  $synced.set({ account: 'id' in user ? user.id : 0, cursor: '', at: platform().now(), known: {} });
  return result;
}

/** Adds this device's furthest place to an entry, like `withOwnFurthest`. */
function keepFurthest(entry: HistoryEntry, own: readonly HistoryEntry[]): HistoryEntry {
  const localItem = own.find(({ book }) => book.id === entry.book.id);
  const item = withOwnFurthest(readItem(entry), localItem && readItem(localItem));
  return item.kind === 'read' && item.value?.furthest ? { ...entry, furthest: item.value.furthest } : entry;
}

/**
 * The items that are not in `removedItems`. Compares by content, because another tab may have written an equal list.
 */
function without<T>(items: readonly T[], removedItems: readonly T[]): T[] {
  const removedTexts = new Set(removedItems.map((item) => JSON.stringify(item)));
  return items.filter((item) => !removedTexts.has(JSON.stringify(item)));
}
