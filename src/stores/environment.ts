import { type PersistentEvents, windowPersistentEvents } from '@nanostores/persistent';
import type { Caller } from '#src/client/types.ts';
import { createStorage, type KeyValues } from './storage.ts';

/** The platform as stores see it: the one door to storage, clock, ids, network and navigation. Tests put their own in. */
export interface Environment {
  readonly storage: KeyValues;
  /** Tells of what other tabs stored. */
  readonly storageEvents: PersistentEvents;
  cookie(name: string): string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  randomUuid(): string;
  /** Calls below an API prefix. */
  caller(prefix: string): Caller;
  /** Name of the host the page came from. */
  domain(): string;
  goTo(path: string): void;
  platform(): 'android' | 'ios' | 'desktop' | 'other';
}

/**
 * Most pages hydrate without a call: what sends and checks them comes with the first. Without a connection that fails
 * as the call itself would.
 */
const browserCaller =
  (prefix: string): Caller =>
  async (call, params, context) => {
    const client = await import('#src/client/caller.browser.ts').catch(() => undefined);
    if (client) return client.createBrowserCaller({ prefix })(call, params, context);
    const error = { code: 'CLIENT_NETWORK', message: `${call.name}: the code of calls could not be loaded` };
    return { success: 0, data: call.empty, errors: [error], status: 0 };
  };

/** On a server nobody listens: stores keep their defaults there. */
const noEvents: PersistentEvents = { addEventListener() {}, removeEventListener() {} };

const browser: Environment = {
  storage: createStorage(() => localStorage),
  storageEvents: typeof window === 'undefined' ? noEvents : windowPersistentEvents,
  cookie: (name) => cookieOf(document.cookie, name),
  now: () => Date.now(),
  randomUuid: () => crypto.randomUUID(),
  caller: browserCaller,
  domain: () => location.hostname,
  goTo: (path) => location.assign(path),
  platform: () => platformOf(navigator.userAgent),
};

let current = browser;

export const environment = (): Environment => current;

/** Replaces parts of the platform; without parts the browser is back. */
export function setEnvironment(parts: Partial<Environment> = {}): void {
  current = { ...browser, ...parts };
}

export function cookieOf(cookies: string, name: string): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found?.slice(name.length + 1);
}

export function platformOf(userAgent: string): ReturnType<Environment['platform']> {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  return /windows|macintosh|linux|cros/i.test(userAgent) ? 'desktop' : 'other';
}
