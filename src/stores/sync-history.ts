import { historySync } from '#src/contract/calls/library.ts';
import type { HistoryEntry } from '#src/contract/entities/visitor.ts';
import type { Result } from '#src/contract/index.ts';
import { environment } from './environment.ts';
import { $historyRemovals, $readlogList, $synced, $token, $userInfo } from './local-storage.ts';
import { HISTORY_LIMIT, mergeHistory } from './merge-history.ts';
import { callUpstream } from './upstream.ts';

/**
 * Merges the reading history alone, where the upstream has no `library.sync`. The account's answer takes the place of
 * what was sent, so that a book removed on another device goes here too; what happened meanwhile stays.
 */
export async function syncHistoryAlone(): Promise<Result<{ entries: HistoryEntry[] }>> {
  const entries = $readlogList.get().slice(0, HISTORY_LIMIT);
  const removed = $historyRemovals.get().slice(0, HISTORY_LIMIT);
  const result = await callUpstream(historySync, { entries, removed }, { quiet: true });
  if (!result.success || $token.get() === '') return result;
  const later = without($historyRemovals.get(), removed);
  $readlogList.set(mergeHistory(without($readlogList.get(), entries), result.data.entries, later));
  $historyRemovals.set(later);
  const user = $userInfo.get();
  $synced.set({ account: 'id' in user ? user.id : 0, cursor: '', at: environment().now(), known: {} });
  return result;
}

/** Compared by content: another tab may have written the same list anew. */
function without<T>(items: readonly T[], gone: readonly T[]): T[] {
  const known = new Set(gone.map((item) => JSON.stringify(item)));
  return items.filter((item) => !known.has(JSON.stringify(item)));
}
