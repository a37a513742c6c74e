import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, memoryPlatform } from '../../shell/state/memory-platform.ts';

const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 20, created_at: '2026-01-01T00:00:00Z' };
const saved = { token: 'abcdef0123456789', userInfo: JSON.stringify(user) };
const voucher = {
  id: 1,
  name: 'Gift',
  coins: 10,
  used_on: null,
  expires_at: '2026-06-01T00:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
};
const VOUCHERS = [
  voucher,
  { ...voucher, id: 2, coins: 7 },
  { ...voucher, id: 3, expires_at: '2026-04-01T00:00:00Z' },
  { ...voucher, id: 4, used_on: { id: 1, title: 'Moon', category: { name: 'Romance', sub_name: null } } },
];

async function locked(answers: Record<string, unknown>, keys: Record<string, string> = saved) {
  const requests: [string, Record<string, unknown>][] = [];
  const client: ApiClient = async (call, params) => {
    requests.push([call.name, params]);
    const answer = answers[call.name] ?? 'CALL_ABSENT';
    return typeof answer === 'string'
      ? { success: 0, data: call.empty, errors: [{ code: answer, message: '' }], status: 404 }
      : { success: 1, data: answer, errors: [], status: 200 };
  };
  const platform = memoryPlatform(keys, client);
  let serial = 0;
  const { local } = await loadStores({ ...platform, randomUuid: () => `wish-${++serial}` });
  const { createUnlock } = await import('#src/features/unlock/state.ts');
  return { requests, local, answers, ...createUnlock({ book_id: 4, chapter_id: 43, price: 8 }) };
}

const BASE = {
  'auth.options': { reset: false, provider: null },
  'user.profile': { user },
  'user.vouchers': { items: VOUCHERS, page: 1, page_size: 100, total: 4 },
  'chapter.show': { chapter: { locked: true, html: '<p>Opening …</p>' } },
};
const OPEN = { chapter: { locked: false, html: '<p>All of it.</p>' } };

describe('a locked chapter', () => {
  it('lists what the visitor can use to unlock it', async () => {
    const { $unlock, load } = await locked(BASE);
    await load(true);
    expect($unlock.get()).toEqual({ state: 'idle', html: null, vouchers: 1, voucher, error: undefined });
  });

  it('accepts a voucher worth exactly its price, but not a voucher worth one coin less', async () => {
    const vouchers = (coins: number) => ({ ...BASE['user.vouchers'], items: [{ ...voucher, coins }] });
    const exact = await locked({ ...BASE, 'user.vouchers': vouchers(8) });
    await exact.load(true);
    expect(exact.$unlock.get()).toMatchObject({ vouchers: 1, voucher: { id: 1, coins: 8 } });
    const less = await locked({ ...BASE, 'user.vouchers': vouchers(7) });
    await less.load(true);
    expect(less.$unlock.get()).toMatchObject({ vouchers: 0, voucher: undefined });
  });

  it('is open immediately for a visitor who has already unlocked it', async () => {
    const { $unlock, load, requests } = await locked({ ...BASE, 'chapter.show': OPEN });
    await load(true);
    expect($unlock.get()).toMatchObject({ state: 'open', html: '<p>All of it.</p>' });
    expect(requests.map(([name]) => name)).toEqual(['auth.options', 'chapter.show']);
  });

  it('requests only the sign-in options while signed out', async () => {
    const { load, requests } = await locked(BASE, {});
    await load(false);
    expect(requests.map(([name]) => name)).toEqual(['auth.options']);
  });

  it('cannot be unlocked here if the upstream lacks the call', async () => {
    const { $unlock, load } = await locked({ ...BASE, 'auth.options': 'CALL_ABSENT' });
    await load(true);
    expect($unlock.get().state).toBe('absent');
  });

  it('can be unlocked, which updates the balance', async () => {
    const { $unlock, unlock, local } = await locked({ ...BASE, 'chapter.unlock': { ...OPEN, coins: 12 } });
    await unlock('coins');
    expect($unlock.get()).toMatchObject({ state: 'open', html: '<p>All of it.</p>' });
    expect(local.$userInfo.get()).toMatchObject({ coins: 12 });
  });

  it('repeats a failed payment with the same idempotency key, and uses a new key for another means of payment', async () => {
    const { $unlock, unlock, requests, answers } = await locked({ ...BASE, 'chapter.unlock': 'CLIENT_NETWORK' });
    await unlock('coins');
    expect($unlock.get()).toMatchObject({ state: 'idle', error: 'CLIENT_NETWORK' });
    await unlock('coins');
    await unlock('voucher');
    answers['chapter.unlock'] = { ...OPEN, coins: 12 };
    await unlock('coins');
    await unlock('coins');
    const [first, second, third, fourth, ...more] = requests
      .filter(([name]) => name === 'chapter.unlock')
      .map(([, params]) => params['key']);
    expect([second, fourth, more]).toEqual([first, first, []]);
    expect(third).not.toBe(first);
  });
});
