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

/** `waiting`: offline. */
export type SyncState = 'idle' | 'syncing' | 'waiting' | 'failed';

/** Statuses of an upstream that lacks the call. 404 is one of them, because the call names no single item. */
const ABSENT = [404, 405, 501];

/** Maximum pages per run; the rest is left for the next one. */
const MAX_CALLS = 100;

/** Sends what the account lacks and takes over what is newer there, until both agree. */
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
    applyAnswer(account, sent, result.data);
    if (!result.data.more && unsentItems(syncedWith(account)).length === 0) return 'idle';
  }
  return 'idle';
}

/** Items of this device that the account is not known to have, oldest first. */
export function unsentItems({ known }: Pick<Synced, 'known'>): LibraryItem[] {
  return [...localItems()]
    .filter(([key, item]) => known[key] !== item.at && v.is(LibraryItem, item))
    .map(([, item]) => item)
    .sort((a, b) => a.at - b.at);
}

/** An answer replaces what was sent even if it is older: the device's clock may be fast. */
function applyAnswer(account: number, sent: readonly LibraryItem[], { items, cursor }: Data<typeof librarySync>): void {
  const { known } = syncedWith(account);
  const sentByKey = new Map(sent.map((item) => [keyOf(item), item]));
  const local = localItems();
  const answers = items.map((item) => {
    const answer = normalItem(item);
    const mine = local.get(keyOf(answer));
    const was = sentByKey.get(keyOf(answer));
    if (!mine) return { item: answer, isAgreed: true };
    if (was && isSame(was, mine)) return { item: withOwnFurthest(answer, mine), isAgreed: true };
    const merged = mergeItem(mine, answer);
    return { item: merged, isAgreed: isSame(merged, answer) };
  });
  applyItems(answers.map(({ item }) => item));
  // Items whose merge result differs from the account's version are sent next.
  const disputed = new Set(answers.filter(({ isAgreed }) => !isAgreed).map(({ item }) => keyOf(item)));
  const exchanged = [...sent, ...answers.map(({ item }) => item)];
  const all = { ...known, ...Object.fromEntries(exchanged.map((item) => [keyOf(item), item.at])) };
  const current = localItems();
  const lasting = Object.entries(all).filter(([key]) => current.has(key) && !disputed.has(key));
  $synced.set({ account, cursor, at: platform().now(), known: Object.fromEntries(lasting) });
}

/** An upstream that does not store furthest places must not remove those of this device. */
function withOwnFurthest(answer: LibraryItem, mine: LibraryItem | undefined): LibraryItem {
  if (answer.kind !== 'read' || mine?.kind !== 'read' || !answer.value || answer.value.furthest) return answer;
  return withFurthest(answer, furtherOf(furthestOf(answer), furthestOf(mine)));
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
 * Syncs only the reading history, for an upstream without `library.sync`. The account's answer replaces what was sent,
 * so that a book removed on another device is removed here too; changes made meanwhile are kept.
 */
export async function syncHistoryAlone(): Promise<Result<{ entries: HistoryEntry[] }>> {
  const entries = $readlogList.get().slice(0, HISTORY_LIMIT);
  const removed = $historyRemovals.get().slice(0, HISTORY_LIMIT);
  const result = await callUpstream(historySync, { entries, removed });
  if (!result.success || $token.get() === '') return result;
  const later = without($historyRemovals.get(), removed);
  const answered = result.data.entries.map((entry) => keepFurthest(entry, entries));
  $readlogList.set(mergeHistory(without($readlogList.get(), entries), answered, later));
  $historyRemovals.set(later);
  const user = $userInfo.get();
  $synced.set({ account: 'id' in user ? user.id : 0, cursor: '', at: platform().now(), known: {} });
  return result;
}

/** See `withOwnFurthest`. */
function keepFurthest(entry: HistoryEntry, own: readonly HistoryEntry[]): HistoryEntry {
  const mine = own.find(({ book }) => book.id === entry.book.id);
  const item = withOwnFurthest(readItem(entry), mine && readItem(mine));
  return item.kind === 'read' && item.value?.furthest ? { ...entry, furthest: item.value.furthest } : entry;
}

/** Compared by content: another tab may have written an equal list. */
function without<T>(items: readonly T[], gone: readonly T[]): T[] {
  const goneTexts = new Set(gone.map((item) => JSON.stringify(item)));
  return items.filter((item) => !goneTexts.has(JSON.stringify(item)));
}
