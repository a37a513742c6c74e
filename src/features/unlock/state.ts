import { atom } from 'nanostores';
import { chapterShow, chapterUnlock } from '#src/contract/calls/chapter.ts';
import { userVouchers } from '#src/contract/calls/user.ts';
import type { ChapterContent } from '#src/contract/entities/chapter.ts';
import type { Data } from '#src/contract/index.ts';
import { loadProfile } from '#src/features/account/state/account-lists.ts';
import { loadSignInOptions } from '#src/features/sign-in/state/sign-in-options.ts';
import { callUpstream } from '#src/shell/state/call-upstream.ts';
import { $userInfo } from '#src/shell/state/local-storage.ts';
import { platform } from '#src/shell/state/platform.ts';

type Voucher = Data<typeof userVouchers>['items'][number];

/** A locked chapter and what it costs. */
export interface Locked {
  readonly book_id: number;
  readonly chapter_id: number;
  readonly price: number;
}

export type PaymentMethod = 'coins' | 'voucher';

export interface UnlockState {
  /** `asking`: checking whether the visitor owns it; `paying`: being unlocked; `absent`: not available on this site. */
  readonly state: 'idle' | 'asking' | 'paying' | 'open' | 'absent';
  /** The whole text, once the visitor owns it. */
  readonly html: string | null;
  /** Vouchers that suffice; undefined until loaded. */
  readonly vouchers: number | undefined;
  /** The one that expires first, which is used. */
  readonly voucher: Pick<Voucher, 'id' | 'coins'> | undefined;
  /** Error code. */
  readonly error: string | undefined;
}

const CLOSED: UnlockState = { state: 'idle', html: null, vouchers: undefined, voucher: undefined, error: undefined };

/** One locked chapter of a page: how the visitor can unlock it, and its text once unlocked. */
export function createUnlock({ book_id, chapter_id, price }: Locked) {
  const $unlock = atom<UnlockState>(CLOSED);
  const change = (part: Partial<UnlockState>) => $unlock.set({ ...$unlock.get(), ...part });
  const show = (chapter: ChapterContent | null) => {
    if (chapter && !chapter.locked) change({ state: 'open', html: chapter.html, error: undefined });
  };
  // A purchase keeps its key until it succeeds: sent twice it is paid once.
  const keys = new Map<PaymentMethod, string>();
  const keyOf = (way: PaymentMethod) => {
    const key = keys.get(way) ?? platform().randomUuid();
    keys.set(way, key);
    return key;
  };

  /** Shows the text to visitors who own it, and to others how they can unlock it. */
  async function look(signedIn: boolean): Promise<void> {
    if ($unlock.get().state !== 'idle') return;
    if (!(await loadSignInOptions())) return change({ state: 'absent' });
    if (!signedIn || $unlock.get().state !== 'idle') return;
    change({ state: 'asking' });
    const { data, success, errors } = await callUpstream(chapterShow, { book_id, chapter_id });
    show(data.chapter);
    if ($unlock.get().state === 'open') return;
    const [vouchers] = await Promise.all([vouchersFor(price), loadProfile()]);
    // For visitors who may already own it, showing only the offer would be wrong.
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

/** The vouchers that suffice for this price, the one that expires first in front; undefined if unknown. */
async function vouchersFor(price: number): Promise<Voucher[] | undefined> {
  const { success, data } = await callUpstream(userVouchers, { page_size: 100 });
  const now = platform().now();
  const fits = ({ used_on, expires_at, coins }: Voucher) =>
    used_on === null && coins >= price && Date.parse(expires_at) > now;
  const byEnd = (a: Voucher, b: Voucher) => Date.parse(a.expires_at) - Date.parse(b.expires_at) || a.id - b.id;
  return success === 1 ? data.items.filter(fits).sort(byEnd) : undefined;
}
