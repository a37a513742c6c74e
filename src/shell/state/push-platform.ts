/** A push subscription: the data with which a server notifies the browser. */
export interface SubscriptionKeys {
  readonly endpoint: string;
  /** The browser's public key, base64url. */
  readonly p256dh: string;
  readonly auth: string;
}

/** The browser's notifications. */
export interface PushPlatform {
  permission(): NotificationPermission;
  /** Shows the browser's permission prompt. */
  ask(): Promise<NotificationPermission>;
  /** The current subscription; undefined if this browser is not subscribed. */
  current(): Promise<SubscriptionKeys | undefined>;
  /** Subscribes this browser. @param key the brand's public key, base64url */
  subscribe(key: string): Promise<SubscriptionKeys | undefined>;
  unsubscribe(): Promise<void>;
}

/**
 * The browser's notifications; undefined if the browser does not support them, or if the site has no service worker to
 * show them.
 */
export function browserPush(): PushPlatform | undefined {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !('PushManager' in globalThis) || !('Notification' in globalThis)) return undefined;
  const manager = async () => (await serviceWorker.getRegistration('/'))?.pushManager;
  return {
    permission: () => Notification.permission,
    ask: () => Notification.requestPermission(),
    current: async () => read((await (await manager())?.getSubscription()) ?? undefined),
    async subscribe(key) {
      const applicationServerKey = Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
        letter.charCodeAt(0),
      );
      return read(await (await manager())?.subscribe({ userVisibleOnly: true, applicationServerKey }));
    },
    async unsubscribe() {
      await (await (await manager())?.getSubscription())?.unsubscribe();
    },
  };
}

function read(subscription: PushSubscription | undefined): SubscriptionKeys | undefined {
  const { endpoint, keys } = subscription?.toJSON() ?? {};
  const { p256dh, auth } = keys ?? {};
  return endpoint && p256dh && auth ? { endpoint, p256dh, auth } : undefined;
}
