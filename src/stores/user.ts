import { atom } from 'nanostores';
import type * as v from 'valibot';
import { historySync } from '#src/contract/calls/history-sync.ts';
import { userLockedBooks } from '#src/contract/calls/user-locked-books.ts';
import { userProfile } from '#src/contract/calls/user-profile.ts';
import { userRecharges } from '#src/contract/calls/user-recharges.ts';
import { userVouchers } from '#src/contract/calls/user-vouchers.ts';
import type { LockedBook, Recharge, Voucher } from '#src/contract/entities/visitor.ts';
import type { AnyCall, Data } from '#src/contract/index.ts';
import { mergeHistory } from './history.ts';
import { callUpstream } from './host.ts';
import { $loginStatus, $readlogList, $removed, $token, $userInfo } from './local.ts';

/** A list of the account, page by page. */
export interface AccountList<T> {
  readonly state: 'idle' | 'loading' | 'ready' | 'failed';
  readonly items: readonly T[];
  readonly page: number;
  readonly total: number;
}

const none = { state: 'idle', items: [], page: 0, total: 0 } as const;

export const $lockedBooks = atom<AccountList<v.InferOutput<typeof LockedBook>>>(none);
export const $recharges = atom<AccountList<v.InferOutput<typeof Recharge>>>(none);
export const $vouchers = atom<AccountList<v.InferOutput<typeof Voucher>>>(none);

export const loadLockedBooks = () => loadMore($lockedBooks, userLockedBooks);
export const loadRecharges = () => loadMore($recharges, userRecharges);
export const loadVouchers = () => loadMore($vouchers, userVouchers);

/** Appends the next page. */
async function loadMore<T>(
  $list: { get(): AccountList<T>; set(list: AccountList<T>): void },
  call: AnyCall & { data: v.GenericSchema<unknown, { items: T[]; page: number; total: number }> },
): Promise<void> {
  const before = $list.get();
  if (before.state === 'loading' || (before.state === 'ready' && before.items.length >= before.total)) return;
  $list.set({ ...before, state: 'loading' });
  const result = await callUpstream(call, { page: before.page + 1 }, { quiet: true });
  const data: { items: T[]; page: number; total: number } = result.data;
  if (!result.success) $list.set({ ...before, state: 'failed' });
  else $list.set({ state: 'ready', items: [...before.items, ...data.items], page: data.page, total: data.total });
}

/** Reads the account anew; a token the upstream no longer knows signs out. */
export async function loadProfile(): Promise<void> {
  const result = await callUpstream(userProfile, {}, { quiet: true });
  const { user }: Data<typeof userProfile> = result.data;
  if (user) $userInfo.set(user);
  if (result.status !== 401) return;
  $token.set('');
  $userInfo.set({});
  $loginStatus.set(false);
}

/** Merges this device's history with the account's; what the visitor did meanwhile stays. */
export async function syncHistory(): Promise<void> {
  if ($token.get() === '') return;
  const removed = $removed.get();
  const result = await callUpstream(
    historySync,
    { entries: $readlogList.get(), removed: [...removed] },
    { quiet: true },
  );
  if (!result.success) return;
  const later = $removed.get().filter((removal) => !removed.includes(removal));
  $readlogList.set(mergeHistory($readlogList.get(), result.data.entries, later));
  $removed.set(later);
}
