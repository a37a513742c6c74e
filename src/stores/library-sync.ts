import * as v from 'valibot';
import { historySync, librarySync, SENT_MOST } from '#src/contract/calls/library.ts';
import { LibraryItem } from '#src/contract/entities/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import { furtherOf, furthestOf, withFurthest } from '#src/contract/furthest-read.ts';
import type { Data, Result } from '#src/contract/index.ts';
import { isSame, keyOf, mergeItem, normalItem, readItem } from '#src/contract/library-merge.ts';
import { callUpstream } from './call-upstream.ts';
import { applyItems, localItems } from './library-items.ts';
import { $historyRemovals, $readlogList, $synced, $token, $userInfo, type Synced } from './local-storage.ts';
import { HISTORY_LIMIT, mergeHistory } from './merge-history.ts';
import { platform } from './platform.ts';

/** `waiting`: for a connection. */
export type SyncState = 'idle' | 'syncing' | 'waiting' | 'failed';

/** Statuses that say that the upstream lacks the call. 404 is one, because the call names no single item. */
const ABSENT = [404, 405, 501];

/** Of one run: more is left for the next. */
const MOST_CALLS = 100;

/** Tells the account what it does not know yet and takes over what is newer there, until both agree. */
export async function runSync(): Promise<SyncState> {
  const account = accountId();
  for (let call = 0; call < MOST_CALLS; call += 1) {
    const before = syncedWith(account);
    const sent = unsentItems(before).slice(0, SENT_MOST);
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

/** What this device has and the account is not known to have, the oldest first. */
export function unsentItems({ known }: Pick<Synced, 'known'>): LibraryItem[] {
  return [...localItems()]
    .filter(([key, item]) => known[key] !== item.at && v.is(LibraryItem, item))
    .map(([, item]) => item)
    .sort((one, other) => one.at - other.at);
}

/** An answer takes the place of what was sent, also where it is older: the device's clock may run ahead. */
function applyAnswer(account: number, sent: readonly LibraryItem[], { items, cursor }: Data<typeof librarySync>): void {
  const { known } = syncedWith(account);
  const told = new Map(sent.map((item) => [keyOf(item), item]));
  const local = localItems();
  const answers = items.map((item) => {
    const answer = normalItem(item);
    const mine = local.get(keyOf(answer));
    const was = told.get(keyOf(answer));
    if (!mine) return { item: answer, isAgreed: true };
    if (was && isSame(was, mine)) return { item: withOwnFurthest(answer, mine), isAgreed: true };
    const merged = mergeItem(mine, answer);
    return { item: merged, isAgreed: isSame(merged, answer) };
  });
  applyItems(answers.map(({ item }) => item));
  // What came out as the account does not have it is told next.
  const disputed = new Set(answers.filter(({ isAgreed }) => !isAgreed).map(({ item }) => keyOf(item)));
  const exchanged = [...sent, ...answers.map(({ item }) => item)];
  const all = { ...known, ...Object.fromEntries(exchanged.map((item) => [keyOf(item), item.at])) };
  const kept = localItems();
  const lasting = Object.entries(all).filter(([key]) => kept.has(key) && !disputed.has(key));
  $synced.set({ account, cursor, at: platform().now(), known: Object.fromEntries(lasting) });
}

/** What an upstream tells that keeps no furthest places takes none away from this device. */
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
 * Merges the reading history alone, where the upstream has no `library.sync`. The account's answer takes the place of
 * what was sent, so that a book removed on another device goes here too; what happened meanwhile stays.
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

/** As `withOwnFurthest`. */
function keepFurthest(entry: HistoryEntry, own: readonly HistoryEntry[]): HistoryEntry {
  const mine = own.find(({ book }) => book.id === entry.book.id);
  const item = withOwnFurthest(readItem(entry), mine && readItem(mine));
  return item.kind === 'read' && item.value?.furthest ? { ...entry, furthest: item.value.furthest } : entry;
}

/** Compared by content: another tab may have written the same list anew. */
function without<T>(items: readonly T[], gone: readonly T[]): T[] {
  const known = new Set(gone.map((item) => JSON.stringify(item)));
  return items.filter((item) => !known.has(JSON.stringify(item)));
}
