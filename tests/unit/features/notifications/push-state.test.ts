import { describe, expect, it } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { PushPlatform } from '#src/shell/state/push-platform.ts';
import { loadStores, memoryPlatform } from '../../shell/state/memory-platform.ts';

const KEY = 'B'.repeat(87);
const SUBSCRIBED = { endpoint: 'https://push.test/1', p256dh: KEY, auth: 'a'.repeat(22) };
const SHELF = JSON.stringify(
  [4, 5].map((id) => ({
    book: { id, title: 'Moon', category: { name: 'Romance', sub_name: null } },
    cover: null,
    added_at: '2026-01-01T00:00:00Z',
  })),
);

interface Given {
  readonly key?: string | null;
  readonly permission?: NotificationPermission;
  readonly answer?: NotificationPermission;
  readonly current?: typeof SUBSCRIBED;
  readonly accepts?: boolean;
}

async function scene({ key = KEY, permission = 'default', answer = 'granted', current, accepts = true }: Given = {}) {
  const calls: (readonly [name: string, params: object])[] = [];
  const client: ApiClient = async (call, params) => {
    calls.push([call.name, params]);
    const success = call.name === 'push.key' || accepts ? 1 : 0;
    return { success, data: call.name === 'push.key' ? { key } : call.empty, errors: [], status: success ? 200 : 500 };
  };
  let subscription = current;
  const push: PushPlatform = {
    permission: () => permission,
    ask: async () => answer,
    current: async () => subscription,
    async subscribe() {
      subscription = SUBSCRIBED;
      return subscription;
    },
    async unsubscribe() {
      subscription = undefined;
    },
  };
  await loadStores({ ...memoryPlatform({ 'lectern:shelf': SHELF }, client), push: () => push });
  const store = await import('#src/features/notifications/state.ts');
  return { store, calls, state: () => store.$pushState.get(), subscription: () => subscription };
}

describe('push notifications in the browser', () => {
  it('are unavailable if the brand has no key', async () => {
    const { store, state } = await scene({ key: null });
    await store.loadPushState('/book-reader');
    expect(state()).toBe('absent');
  });

  it.each([
    [{ permission: 'denied' }, 'denied'],
    [{}, 'off'],
    [{ permission: 'granted', current: SUBSCRIBED }, 'on'],
    [{ permission: 'granted', current: SUBSCRIBED, accepts: false }, 'off'],
  ] as const)('in a browser with %j have the state "%s"', async (browserState, expected) => {
    const { store, state } = await scene(browserState);
    await store.loadPushState('/book-reader');
    expect(state()).toBe(expected);
  });

  it('are turned on for the books on the shelf after the visitor grants permission', async () => {
    const { store, state, calls } = await scene();
    await store.loadPushState('/book-reader');
    await store.turnOnNotifications('/es/book-reader');
    expect(state()).toBe('on');
    expect(calls.at(-1)).toEqual(['push.subscribe', { ...SUBSCRIBED, books: [4, 5], reader: '/es/book-reader' }]);
  });

  it.each([
    ['denied', 'denied'],
    ['default', 'off'],
  ] as const)('are not turned on if the visitor answers "%s"', async (answer, expected) => {
    const { store, state, calls } = await scene({ answer });
    await store.loadPushState('/book-reader');
    await store.turnOnNotifications('/book-reader');
    expect(state()).toBe(expected);
    expect(calls.map(([name]) => name)).toEqual(['push.key']);
  });

  it('are turned off at the upstream and in the browser', async () => {
    const { store, state, calls, subscription } = await scene({ permission: 'granted', current: SUBSCRIBED });
    await store.loadPushState('/book-reader');
    await store.turnOffNotifications();
    expect(calls.at(-1)).toEqual(['push.unsubscribe', { endpoint: SUBSCRIBED.endpoint }]);
    expect([state(), subscription()]).toEqual(['off', undefined]);
  });
});
