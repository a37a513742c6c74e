import { type PersistentEvents, windowPersistentEvents } from '@nanostores/persistent';
import type { ApiClient } from '#src/api-client/types.ts';
import { WAITING_EVENT } from '#src/lib/browser-events.ts';
import { messageOf } from '#src/lib/errors.ts';
import { isMissingModule } from '#src/lib/missing-module.ts';
import { cookieOf } from '#src/lib/read-cookie.ts';
import { browserDownloadStorage, type DownloadStorage } from './download-storage.ts';
import { browserPush, type PushPlatform } from './push-platform.ts';
import { createStorage, type KeyValues } from './storage.ts';
import { reportRefused } from './unsaved.ts';

/** The platform as stores see it: the one door to storage, clock, ids, network and navigation. Tests put their own in. */
export interface Platform {
  readonly storage: KeyValues;
  /** Kept for the tab alone. */
  readonly tabStorage: KeyValues;
  /** Tells of what other tabs stored. */
  readonly storageEvents: PersistentEvents;
  cookie(name: string): string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  randomUuid(): string;
  /** Calls below an API prefix. */
  client(prefix: string): ApiClient;
  /** Name of the host the page came from. */
  domain(): string;
  /** Scheme and host of the page's address. */
  origin(): string;
  /** For whoever looks into a fault; visitors see nothing of it. */
  log(text: string): void;
  /** Tells the page how many calls are under way. */
  waiting(calls: number): void;
  goTo(path: string): void;
  /** False where there surely is no connection. */
  isOnline(): boolean;
  /** Calls whenever the visitor comes back to the page, leaves it, or has a connection again. */
  onReturn(run: () => void): void;
  /** Does the work while no other tab does work of this name. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The kind of device, as the account is told of it. */
  deviceKind(): 'android' | 'ios' | 'desktop' | 'other';
  /** Where books are kept; undefined where the browser has no such room. */
  downloadStorage(): DownloadStorage | undefined;
  /** Undefined where the browser has no notifications. */
  push(): PushPlatform | undefined;
  /** Undefined where the browser cannot speak. */
  synthesis(): SpeechSynthesis | undefined;
  utterance(text: string): SpeechSynthesisUtterance;
}

/**
 * Most pages hydrate without a call: what sends and checks them comes with the first. Without a connection that fails
 * as the call itself would.
 */
const browserClient =
  (prefix: string): ApiClient =>
  async (call, params, context) => {
    try {
      const { createBrowserClient } = await import('#src/api-client/client.browser.ts');
      return await createBrowserClient({ prefix })(call, params, context);
    } catch (error) {
      const code = isMissingModule(error) ? 'CLIENT_NETWORK' : 'CLIENT_EXCEPTION';
      const message = `${call.name}: the code of calls could not be loaded: ${messageOf(error)}`;
      return { success: 0, data: call.empty, errors: [{ code, message }], status: 0 };
    }
  };

/** On a server nobody listens: stores keep their defaults there. */
const noEvents: PersistentEvents = { addEventListener() {}, removeEventListener() {} };

const browser: Platform = {
  storage: createStorage(() => localStorage, reportRefused),
  tabStorage: createStorage(() => sessionStorage, reportRefused),
  storageEvents: typeof window === 'undefined' ? noEvents : windowPersistentEvents,
  cookie: (name) => cookieOf(document.cookie, name),
  now: () => Date.now(),
  randomUuid,
  client: browserClient,
  domain: () => location.hostname,
  origin: () => location.origin,
  // biome-ignore lint/suspicious/noConsole: the browser's console is the log of a page.
  log: (text) => console.warn(text),
  waiting: (calls) => void globalThis.dispatchEvent?.(new CustomEvent(WAITING_EVENT, { detail: calls })),
  goTo: (path) => location.assign(path),
  isOnline: () => globalThis.navigator?.onLine !== false,
  onReturn,
  alone: async (name, work) => (navigator.locks ? await navigator.locks.request(name, work) : await work()),
  deviceKind: () => deviceKindOf(navigator.userAgent),
  downloadStorage: browserDownloadStorage,
  push: browserPush,
  synthesis: () => ('speechSynthesis' in globalThis ? speechSynthesis : undefined),
  utterance: (text) => new SpeechSynthesisUtterance(text),
};

function onReturn(run: () => void): void {
  for (const type of ['online', 'focus']) addEventListener(type, run);
  document.addEventListener('visibilitychange', run);
}

let current = browser;

export const platform = (): Platform => current;

/** Replaces parts of the platform; without parts the browser is back. */
export function setPlatform(parts: Partial<Platform> = {}): void {
  current = { ...browser, ...parts };
}

/** RFC 9562, version 4; `crypto.randomUUID` is not there on plain http. */
export function randomUuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20)}`;
}

export function deviceKindOf(userAgent: string): ReturnType<Platform['deviceKind']> {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  return /windows|macintosh|linux|cros/i.test(userAgent) ? 'desktop' : 'other';
}
