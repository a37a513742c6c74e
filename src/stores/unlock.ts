import { atom } from 'nanostores';
import { chapterShow, chapterUnlock } from '#src/contract/calls/chapter.ts';
import { userVouchers } from '#src/contract/calls/user.ts';
import type { ChapterContent } from '#src/contract/entities/chapter.ts';
import type { Data } from '#src/contract/index.ts';
import { loadProfile } from './account-lists.ts';
import { callUpstream } from './call-upstream.ts';
import { $userInfo } from './local-storage.ts';
import { platform } from './platform.ts';
import { loadSignInOptions } from './sign-in-options.ts';

type Voucher = Data<typeof userVouchers>['items'][number];

/** A locked chapter and what it costs. */
export interface Locked {
  readonly book_id: number;
  readonly chapter_id: number;
  readonly price: number;
}

export type PaymentMethod = 'coins' | 'voucher';

export interface UnlockState {
  /** `asking`: whether it is the visitor's already; `paying`: it is being unlocked; `absent`: not on this site. */
  readonly state: 'idle' | 'asking' | 'paying' | 'open' | 'absent';
  /** The whole text, once it is the visitor's. */
  readonly html: string | null;
  /** Vouchers that would open it; undefined until known. */
  readonly vouchers: number | undefined;
  /** The one of them that ends first, which is used. */
  readonly voucher: Pick<Voucher, 'id' | 'coins'> | undefined;
  /** Code of what went wrong. */
  readonly error: string | undefined;
}

const CLOSED: UnlockState = { state: 'idle', html: null, vouchers: undefined, voucher: undefined, error: undefined };

/** One locked chapter of a page: what the visitor can open it with, and its text once they have. */
export function createUnlock({ book_id, chapter_id, price }: Locked) {
  const $unlock = atom<UnlockState>(CLOSED);
  const change = (part: Partial<UnlockState>) => $unlock.set({ ...$unlock.get(), ...part });
  const show = (chapter: ChapterContent | null) => {
    if (chapter && !chapter.locked) change({ state: 'open', html: chapter.html, error: undefined });
  };
  // A wish keeps its key until it is granted: sent twice it is paid once.
  const keys = new Map<PaymentMethod, string>();
  const keyOf = (way: PaymentMethod) => {
    const key = keys.get(way) ?? platform().randomUuid();
    keys.set(way, key);
    return key;
  };

  /** Shows the text to whom it belongs already; to others what they could open it with. */
  async function look(signedIn: boolean): Promise<void> {
    if ($unlock.get().state !== 'idle') return;
    if (!(await loadSignInOptions())) return change({ state: 'absent' });
    if (!signedIn || $unlock.get().state !== 'idle') return;
    change({ state: 'asking' });
    const { data, success, errors } = await callUpstream(chapterShow, { book_id, chapter_id });
    show(data.chapter);
    if ($unlock.get().state === 'open') return;
    const [vouchers] = await Promise.all([vouchersFor(price), loadProfile()]);
    // To those whose chapter it may be already, the offer alone would be wrong.
    const code = success ? undefined : (errors[0]?.code ?? 'UNKNOWN');
    const error = code === 'CALL_ABSENT' ? undefined : code;
    change({ state: 'idle', vouchers: vouchers?.length, voucher: vouchers?.[0], error });
  }

  async function unlock(way: PaymentMethod): Promise<void> {
    if (['paying', 'open', 'absent'].includes($unlock.get().state)) return;
    change({ state: 'paying', error: undefined });
    const { voucher } = $unlock.get();
    const chosen = way === 'voucher' && voucher ? { voucher_id: voucher.id } : {};
    const wish = { book_id, chapter_id, by: way, key: keyOf(way), ...chosen };
    const { success, data, errors } = await callUpstream(chapterUnlock, wish);
    const user = $userInfo.get();
    if (success && 'id' in user) $userInfo.set({ ...user, coins: data.coins });
    show(data.chapter);
    if ($unlock.get().state !== 'open') change({ state: 'idle', error: errors[0]?.code ?? 'UNKNOWN' });
  }

  return { $unlock, look, unlock };
}

/** The vouchers that would open a chapter of this price, the one that ends first at the front; undefined if unknown. */
async function vouchersFor(price: number): Promise<Voucher[] | undefined> {
  const { success, data } = await callUpstream(userVouchers, { page_size: 100 });
  const now = platform().now();
  const fits = ({ used_on, expires_at, coins }: Voucher) =>
    used_on === null && coins >= price && Date.parse(expires_at) > now;
  const byEnd = (one: Voucher, other: Voucher) =>
    Date.parse(one.expires_at) - Date.parse(other.expires_at) || one.id - other.id;
  return success === 1 ? data.items.filter(fits).sort(byEnd) : undefined;
}
