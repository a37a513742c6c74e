import { atom } from 'nanostores';
import type * as v from 'valibot';
import {
  type LockedBook,
  type Recharge,
  userLockedBooks,
  userProfile,
  userRecharges,
  userVouchers,
  type Voucher,
} from '#src/contract/calls/user.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $userInfo } from '#src/shell/state/local-storage.ts';

export type LoadState = 'idle' | 'loading' | 'ready' | 'failed';

/** A paginated list of account items. */
export interface AccountList<T> {
  readonly state: LoadState;
  readonly items: readonly T[];
  readonly page: number;
  readonly total: number;
}

const notLoaded = { state: 'idle', items: [], page: 0, total: 0 } as const;

export const $lockedBooks = atom<AccountList<v.InferOutput<typeof LockedBook>>>(notLoaded);
export const $recharges = atom<AccountList<v.InferOutput<typeof Recharge>>>(notLoaded);
export const $vouchers = atom<AccountList<v.InferOutput<typeof Voucher>>>(notLoaded);

export const loadLockedBooks = () => loadMore($lockedBooks, userLockedBooks);
export const loadRecharges = () => loadMore($recharges, userRecharges);
export const loadVouchers = () => loadMore($vouchers, userVouchers);

/** Requests the list's next page and appends its items. */
async function loadMore<T>(
  $list: { get(): AccountList<T>; set(list: AccountList<T>): void },
  call: AnyCall & { data: v.GenericSchema<unknown, { items: T[]; page: number; total: number }> },
): Promise<void> {
  const before = $list.get();
  if (before.state === 'loading' || (before.state === 'ready' && before.items.length >= before.total)) return;
  $list.set({ ...before, state: 'loading' });
  const result = await callUpstream(call, { page: before.page + 1 });
  const data: { items: T[]; page: number; total: number } = result.data;
  if (!result.success) $list.set({ ...before, state: 'failed' });
  else $list.set({ state: 'ready', items: [...before.items, ...data.items], page: data.page, total: data.total });
}

export const $profileState = atom<LoadState>('idle');

/** Whether the account has a password. If not, the visitor can only sign in through the OpenID provider. */
export const $hasPassword = atom(true);

/** Whether visitors can download all data stored about them. */
export const $canExport = atom(false);

/** Reloads the profile. */
export async function loadProfile(): Promise<void> {
  $profileState.set('loading');
  // If a profile is already shown, it remains visible after a failure, so the failure is shown as a notification.
  const { data } = await callUpstream(userProfile, {}, { notifies: 'id' in $userInfo.get() });
  if (data.user) $userInfo.set(data.user);
  $hasPassword.set(data.has_password ?? true);
  $canExport.set(data.can_export ?? false);
  $profileState.set(data.user ? 'ready' : 'failed');
}
