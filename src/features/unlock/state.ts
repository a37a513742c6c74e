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

/** A locked chapter and its price in coins. */
export interface Locked {
  readonly book_id: number;
  readonly chapter_id: number;
  readonly price: number;
}

export type PaymentMethod = 'coins' | 'voucher';

export interface UnlockState {
  /**
   * `asking`: checking whether the visitor has unlocked the chapter; `paying`: unlocking it; `open`: unlocked;
   * `absent`: chapters cannot be unlocked on this site.
   */
  readonly state: 'idle' | 'asking' | 'paying' | 'open' | 'absent';
  /** The chapter's whole text after it was unlocked, otherwise null. */
  readonly html: string | null;
  /** Number of vouchers that cover the price; undefined until loaded. */
  readonly vouchers: number | undefined;
  /** The voucher to use: the one that expires first. */
  readonly voucher: Pick<Voucher, 'id' | 'coins'> | undefined;
  /** Code of the last error. */
  readonly error: string | undefined;
}

const INITIAL: UnlockState = { state: 'idle', html: null, vouchers: undefined, voucher: undefined, error: undefined };

/** The state of a locked chapter in a page, and the functions that unlock it. */
export function createUnlock({ book_id, chapter_id, price }: Locked) {
  const $unlock = atom<UnlockState>(INITIAL);
  const change = (part: Partial<UnlockState>) => $unlock.set({ ...$unlock.get(), ...part });
  const show = (chapter: ChapterContent | null) => {
    if (chapter && !chapter.locked) change({ state: 'open', html: chapter.html, error: undefined });
  };
  // All attempts at a purchase use the same idempotency key until it succeeds, so that it is charged only once.
  const keys = new Map<PaymentMethod, string>();
  const keyOf = (method: PaymentMethod) => {
    const key = keys.get(method) ?? platform().randomUuid();
    keys.set(method, key);
    return key;
  };

  /** Loads the text for visitors who have unlocked the chapter, and the vouchers for other signed-in visitors. */
  async function load(signedIn: boolean): Promise<void> {
    if ($unlock.get().state !== 'idle') return;
    if (!(await loadSignInOptions())) return change({ state: 'absent' });
    if (!signedIn || $unlock.get().state !== 'idle') return;
    change({ state: 'asking' });
    const { data, success, errors } = await callUpstream(chapterShow, { book_id, chapter_id });
    show(data.chapter);
    if ($unlock.get().state === 'open') return;
    const [vouchers] = await Promise.all([vouchersFor(price), loadProfile()]);
    // If the request failed, the visitor may nevertheless have unlocked the chapter, so the error is shown together
    // with the payment options.
    const code = success ? undefined : (errors[0]?.code ?? 'UNKNOWN');
    const error = code === 'CALL_ABSENT' ? undefined : code;
    change({ state: 'idle', vouchers: vouchers?.length, voucher: vouchers?.[0], error });
  }

  async function unlock(method: PaymentMethod): Promise<void> {
    if (['paying', 'open', 'absent'].includes($unlock.get().state)) return;
    change({ state: 'paying', error: undefined });
    const { voucher } = $unlock.get();
    const chosen = method === 'voucher' && voucher ? { voucher_id: voucher.id } : {};
    const params = { book_id, chapter_id, by: method, key: keyOf(method), ...chosen };
    const { success, data, errors } = await callUpstream(chapterUnlock, params);
    const user = $userInfo.get();
    if (success && 'id' in user) $userInfo.set({ ...user, coins: data.coins });
    show(data.chapter);
    if ($unlock.get().state !== 'open') change({ state: 'idle', error: errors[0]?.code ?? 'UNKNOWN' });
  }

  return { $unlock, load, unlock };
}

/** The vouchers that cover this price, earliest expiry first; undefined if they cannot be loaded. */
async function vouchersFor(price: number): Promise<Voucher[] | undefined> {
  const { success, data } = await callUpstream(userVouchers, { page_size: 100 });
  const now = platform().now();
  const fits = ({ used_on, expires_at, coins }: Voucher) =>
    used_on === null && coins >= price && Date.parse(expires_at) > now;
  const byEnd = (a: Voucher, b: Voucher) => Date.parse(a.expires_at) - Date.parse(b.expires_at) || a.id - b.id;
  return success === 1 ? data.items.filter(fits).sort(byEnd) : undefined;
}
