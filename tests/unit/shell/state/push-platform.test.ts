import { describe, expect, it, vi } from 'vitest';
import { browserPush } from '#src/shell/state/push-platform.ts';

const ENDPOINT = 'https://push.test/1';
const KEYS = { p256dh: 'BPk', auth: 'c2Vj' };
const SUBSCRIBED = { endpoint: ENDPOINT, ...KEYS };

interface Given {
  /** The browser's data about its subscription. */
  readonly subscriptionData?: object;
  readonly isRegistered?: boolean;
}

/** Stubs a browser with notifications that records requests and its subscription. */
function stubBrowser({ subscriptionData = { endpoint: ENDPOINT, keys: KEYS }, isRegistered = true }: Given = {}) {
  const requests: unknown[] = [];
  let isSubscribed = false;
  const subscription = {
    toJSON: () => subscriptionData,
    unsubscribe: async () => {
      isSubscribed = false;
    },
  };
  const pushManager = {
    getSubscription: async () => (isSubscribed ? subscription : null),
    async subscribe(options: unknown) {
      requests.push(options);
      isSubscribed = true;
      return subscription;
    },
  };
  const getRegistration = async (scope: string) => (isRegistered && scope === '/' ? { pushManager } : undefined);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration } });
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: async () => 'granted' });
  const push = browserPush();
  if (!push) throw new Error('There are notifications.');
  return { push, requests, isSubscribed: () => isSubscribed };
}

describe('browser notifications', () => {
  it.each(['PushManager', 'Notification', 'navigator'])('are unavailable without %s', (name) => {
    stubBrowser();
    if (name === 'navigator') vi.stubGlobal(name, {});
    else Reflect.deleteProperty(globalThis, name);
    expect(browserPush()).toBeUndefined();
  });

  it('use the permission that the browser reports, and request it with the prompt of the browser', async () => {
    const { push } = stubBrowser();
    expect([push.permission(), await push.ask()]).toEqual(['default', 'granted']);
  });

  it('subscribe with the decoded key of the brand, and unsubscribe', async () => {
    const { push, requests, isSubscribed } = stubBrowser();
    expect(await push.current()).toBeUndefined();
    expect(await push.subscribe('-_-_AQ')).toEqual(SUBSCRIBED);
    const applicationServerKey = Uint8Array.from([0xfb, 0xff, 0xbf, 1]);
    expect(requests).toEqual([{ userVisibleOnly: true, applicationServerKey }]);
    expect(await push.current()).toEqual(SUBSCRIBED);
    await push.unsubscribe();
    expect([isSubscribed(), await push.current()]).toEqual([false, undefined]);
    await push.unsubscribe();
  });

  it.each([
    ['no endpoint', { keys: KEYS }],
    ['no keys', { endpoint: ENDPOINT }],
    ['no public key', { endpoint: ENDPOINT, keys: { auth: KEYS.auth } }],
    ['no secret', { endpoint: ENDPOINT, keys: { p256dh: KEYS.p256dh } }],
  ])('are off if the subscription has %s', async (_what, subscriptionData) => {
    expect(await stubBrowser({ subscriptionData }).push.subscribe('AQ')).toBeUndefined();
  });

  it('are off if the site’s worker is not registered', async () => {
    const { push } = stubBrowser({ isRegistered: false });
    expect([await push.current(), await push.subscribe('AQ'), await push.unsubscribe()]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
