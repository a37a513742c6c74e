/** What a browser gives to whoever may notify it. */
export interface SubscriptionKeys {
  readonly endpoint: string;
  /** base64url */
  readonly p256dh: string;
  readonly auth: string;
}

/** Notifications as the browser has them. */
export interface PushPlatform {
  permission(): NotificationPermission;
  /** The browser's own question. */
  ask(): Promise<NotificationPermission>;
  /** Undefined where this browser is not subscribed. */
  current(): Promise<SubscriptionKeys | undefined>;
  /** @param key the brand's, base64url */
  subscribe(key: string): Promise<SubscriptionKeys | undefined>;
  unsubscribe(): Promise<void>;
}

/** Undefined where the browser has no notifications, or the site no service worker to show them. */
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
