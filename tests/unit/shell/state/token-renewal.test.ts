import { describe, expect, it } from 'vitest';
import { userProfile, userVouchers } from '#src/contract/calls/user.ts';
import type { ApiClient } from '#src/contract/client/types.ts';
import { loadStores, type MemoryPlatform, memoryPlatform } from './memory-platform.ts';

const FIRST = 'first-token-of-this-session';
const SECOND = 'second-token-of-this-session';
const user = { id: 3, name: 'Ann', email: 'ann@example.com', coins: 5, created_at: '2026-01-01T00:00:00Z' };
const DUE = String(Date.parse('2026-05-01T12:14:00Z'));
const saved = { token: FIRST, 'lectern:renew-at': DUE, userInfo: JSON.stringify(user), loginStatus: 'true' };

interface Upstream {
  readonly client: ApiClient;
  /** Name and token of each call. */
  readonly calls: string[];
  /** Valid tokens. */
  readonly validTokens: Set<string>;
}

/** An upstream that accepts calls with valid tokens; `renewal` is its response to auth.refresh. */
function upstream(renewal: 'next' | 'CALL_ABSENT' | 'UNAUTHORIZED' | 'CLIENT_NETWORK' | 'INTERNAL' = 'next'): Upstream {
  const calls: string[] = [];
  const validTokens = new Set([FIRST]);
  const statuses = { CALL_ABSENT: 404, UNAUTHORIZED: 401, CLIENT_NETWORK: 0, INTERNAL: 500 };
  const refuse = (call: { empty: unknown }, code: keyof typeof statuses) =>
    ({ success: 0, data: call.empty, errors: [{ code, message: code }], status: statuses[code] }) as never;
  const client: ApiClient = async (call, _params, { token = '' }) => {
    calls.push(`${call.name} ${token}`);
    await Promise.resolve();
    if (call.name !== 'auth.refresh')
      return validTokens.has(token)
        ? ({ success: 1, data: { ...call.empty, user }, errors: [], status: 200 } as never)
        : refuse(call, 'UNAUTHORIZED');
    if (renewal !== 'next') return refuse(call, renewal);
    validTokens.add(SECOND);
    const session = { token: SECOND, expires_at: '2026-05-01T12:29:00Z', renew_in: 840, user };
    return { success: 1, data: { session }, errors: [], status: 200 } as never;
  };
  return { client, calls, validTokens };
}

async function browser(
  from: Upstream,
  keys: Record<string, string> = saved,
  alone?: (saved: Map<string, string>) => void,
) {
  const platform = memoryPlatform(keys, from.client);
  const locks: Pick<MemoryPlatform, 'alone'> = {
    alone: async (_name, work) => {
      alone?.(platform.saved);
      return work();
    },
  };
  return { platform, stores: await loadStores({ ...platform, ...locks }) };
}

describe('the bearer token', () => {
  it('is used unchanged until it expires', async () => {
    const from = upstream();
    const { stores } = await browser(from);
    await stores.upstream.callUpstream(userProfile, {});
    expect(from.calls).toEqual([`user.profile ${FIRST}`]);
  });

  it('is renewed before it expires, for a call of any kind', async () => {
    const from = upstream();
    const { platform, stores } = await browser(from);
    platform.setNow('2026-05-01T12:14:00Z');
    await stores.upstream.callUpstream(userProfile, {});
    expect(from.calls).toEqual(['auth.refresh ', `user.profile ${SECOND}`]);
    expect(platform.saved.get('token')).toBe(SECOND);
    expect(platform.saved.get('lectern:renew-at')).toBe(String(Date.parse('2026-05-01T12:28:00Z')));
  });

  it('is renewed only once if the upstream rejects it, before the call is repeated', async () => {
    const from = upstream();
    from.validTokens.clear();
    const { stores } = await browser(from);
    const result = await stores.upstream.callUpstream(userProfile, {});
    expect(result.success).toBe(1);
    expect(from.calls).toEqual([`user.profile ${FIRST}`, 'auth.refresh ', `user.profile ${SECOND}`]);
  });

  it('is renewed only once for all calls that wait for it', async () => {
    const from = upstream();
    const { platform, stores } = await browser(from);
    platform.setNow('2026-05-01T12:20:00Z');
    await Promise.all([userProfile, userVouchers].map((call) => stores.upstream.callUpstream(call, {})));
    expect(from.calls.filter((one) => one.startsWith('auth.refresh'))).toHaveLength(1);
    expect(from.calls.slice(1)).toEqual([`user.profile ${SECOND}`, `user.vouchers ${SECOND}`]);
  });

  it('is renewed again each time it is about to expire', async () => {
    const from = upstream();
    const { platform, stores } = await browser(from);
    for (const time of ['2026-05-01T12:14:00Z', '2026-05-01T12:27:59Z', '2026-05-01T12:28:00Z']) {
      platform.setNow(time);
      await stores.upstream.callUpstream(userProfile, {});
    }
    expect(from.calls).toEqual([
      'auth.refresh ',
      `user.profile ${SECOND}`,
      `user.profile ${SECOND}`,
      'auth.refresh ',
      `user.profile ${SECOND}`,
    ]);
  });

  it('is renewed by the next call if the last renewal threw an error', async () => {
    const from = upstream();
    let isBroken = true;
    const { platform, stores } = await browser(from, saved, () => {
      if (isBroken) throw new DOMException('the lock was stolen', 'AbortError');
    });
    platform.setNow('2026-05-01T12:20:00Z');
    await expect(stores.upstream.callUpstream(userProfile, {})).rejects.toThrow('stolen');
    isBroken = false;
    await stores.upstream.callUpstream(userProfile, {});
    expect(from.calls).toEqual(['auth.refresh ', `user.profile ${SECOND}`]);
  });

  it('is taken from storage if another tab has renewed it', async () => {
    const from = upstream();
    from.validTokens.add(SECOND);
    const { platform, stores } = await browser(from, saved, (savedValues) => savedValues.set('token', SECOND));
    platform.setNow('2026-05-01T12:20:00Z');
    await stores.upstream.callUpstream(userProfile, {});
    expect(from.calls).toEqual([`user.profile ${SECOND}`]);
  });

  it('is deleted if the upstream rejects both the token and its renewal', async () => {
    const from = upstream('UNAUTHORIZED');
    const { platform, stores } = await browser(from);
    platform.setNow('2026-05-01T12:20:00Z');
    await stores.upstream.callUpstream(userProfile, {});
    expect([platform.saved.has('token'), platform.saved.has('lectern:renew-at')]).toEqual([false, false]);
    expect(stores.auth.$isLogin.get()).toBe(false);
  });

  it.each([
    ['a lost connection', 'CLIENT_NETWORK'],
    ['an error of the upstream', 'INTERNAL'],
  ] as const)('is kept if renewal fails with %s', async (_what, renewal) => {
    const from = upstream(renewal);
    const { platform, stores } = await browser(from);
    platform.setNow('2026-05-01T12:20:00Z');
    await stores.upstream.callUpstream(userProfile, {});
    expect(platform.saved.get('token')).toBe(FIRST);
    await stores.upstream.callUpstream(userProfile, {});
    const once = ['auth.refresh ', `user.profile ${FIRST}`];
    expect(from.calls).toEqual([...once, ...once]);
  });

  it('is not renewed again if the upstream reports that it no longer renews tokens', async () => {
    const from = upstream('CALL_ABSENT');
    const { platform, stores } = await browser(from);
    platform.setNow('2026-05-01T12:20:00Z');
    await stores.upstream.callUpstream(userProfile, {});
    await stores.upstream.callUpstream(userProfile, {});
    expect(from.calls).toEqual(['auth.refresh ', `user.profile ${FIRST}`, `user.profile ${FIRST}`]);
    expect(platform.saved.get('token')).toBe(FIRST);
  });

  it.each(['UNAUTHORIZED', 'CALL_ABSENT'] as const)(
    'of a new session is kept when the renewal of the previous session ends with %s',
    async (renewal) => {
      const from = upstream(renewal);
      const session = { token: 'token-of-another-session', expires_at: '2026-05-01T13:00:00Z', renew_in: 840, user };
      let signIn = () => {};
      const client: ApiClient = (call, params, context) => {
        if (call.name === 'auth.refresh') signIn();
        return from.client(call, params, context);
      };
      const { platform, stores } = await browser({ ...from, client });
      signIn = () => stores.session.saveSession(session as never);
      platform.setNow('2026-05-01T12:20:00Z');
      await stores.upstream.callUpstream(userProfile, {});
      expect(from.calls[1]).toBe(`user.profile ${FIRST}`);
      expect(platform.saved.get('token')).toBe(session.token);
      expect(platform.saved.get('lectern:renew-at')).toBe(String(Date.parse('2026-05-01T12:34:00Z')));
    },
  );

  it('is used until the session expires if the upstream does not support renewal', async () => {
    const from = upstream('CALL_ABSENT');
    const { platform, stores } = await browser(from, { ...saved, 'lectern:renew-at': 'null' });
    platform.setNow('2027-05-01T12:20:00Z');
    await stores.upstream.callUpstream(userProfile, {});
    expect(from.calls).toEqual([`user.profile ${FIRST}`]);
    from.validTokens.clear();
    await stores.upstream.callUpstream(userProfile, {});
    expect(from.calls).toEqual([`user.profile ${FIRST}`, `user.profile ${FIRST}`]);
    expect(stores.auth.$isLogin.get()).toBe(false);
  });

  it('is not stored again if the visitor signs out during renewal', async () => {
    const from = upstream();
    const { platform, stores } = await browser(from);
    platform.setNow('2026-05-01T12:20:00Z');
    await stores.auth.signOut();
    expect(from.calls).toEqual(['auth.refresh ', `auth.logout ${SECOND}`]);
    expect([platform.saved.has('token'), stores.auth.$isLogin.get()]).toEqual([false, false]);
  });
});

describe('signing out', () => {
  it('in another tab also signs the visitor out in this tab', async () => {
    const { platform, stores } = await browser(upstream());
    const seen: boolean[] = [];
    stores.auth.$isLogin.subscribe((is) => void seen.push(is));
    platform.saveInOtherTab('token', '');
    expect(seen).toEqual([true, false]);
  });
});
