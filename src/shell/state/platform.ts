import { type PersistentEvents, windowPersistentEvents } from '@nanostores/persistent';
import type { ApiClient } from '#src/contract/client/types.ts';
import { messageOf } from '#src/lib/errors.ts';
import { isMissingModule } from '#src/lib/missing-module.ts';
import { cookieOf } from '#src/lib/read-cookie.ts';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { WAITING_EVENT } from './browser-events.ts';
import { browserDownloadStorage, type DownloadStorage } from './download-storage.ts';
import { browserPush, type PushPlatform } from './push-platform.ts';
import { createStorage, type KeyValues } from './storage.ts';
import { reportRefused } from './unsaved.ts';

/**
 * The browser functions that stores use. Stores access storage, clock, ids, network and navigation only through this
 * interface. Tests replace it.
 */
export interface Platform {
  readonly storage: KeyValues;
  /** Session storage of the tab. */
  readonly tabStorage: KeyValues;
  /** Events about storage changes made by other tabs. */
  readonly storageEvents: PersistentEvents;
  cookie(name: string): string | undefined;
  /** Milliseconds since 1970. */
  now(): number;
  randomUuid(): string;
  /** A client for the API at `prefix`. */
  client(prefix: string): ApiClient;
  /** Host of the page. */
  domain(): string;
  /** Scheme and host of the page's address. */
  origin(): string;
  /** Writes a line to the log for developers, which visitors do not see. */
  log(text: string): void;
  /** Tells the page how many calls are running. */
  waiting(calls: number): void;
  goTo(path: string): void;
  /** False if the browser reports that it has no network connection. True does not guarantee a working connection. */
  isOnline(): boolean;
  /** Whether the page is in the foreground. */
  isInForeground(): boolean;
  /** Calls `run` whenever the visitor returns to the page or leaves it, and when the browser is online again. */
  onReturn(run: () => void): void;
  /** Waits until no other tab runs work with this name, then runs the work. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** The kind of device, as reported to the account. */
  deviceKind(): 'android' | 'ios' | 'desktop' | 'other';
  /** Storage for downloads; undefined if the browser does not support it. */
  downloadStorage(): DownloadStorage | undefined;
  /** Push notifications; undefined if the browser does not support them. */
  push(): PushPlatform | undefined;
  /** Speech synthesis; undefined if the browser does not support it. */
  synthesis(): SpeechSynthesis | undefined;
  utterance(text: string): SpeechSynthesisUtterance;
}

/**
 * Loads the client's code on the first call, because most pages make no call. If the client cannot be loaded while
 * offline, the call fails like any call without a connection.
 */
const browserClient =
  (prefix: string): ApiClient =>
  async (call, params, context) => {
    try {
      const { createUpstreamClient } = await import('./upstream-client.ts');
      const options = IS_STATIC_SITE ? { fetch: (await import('./static-fetch.ts')).staticFetch } : {};
      return await createUpstreamClient({ prefix, ...options }, current)(call, params, context);
    } catch (error) {
      const code = isMissingModule(error) ? 'CLIENT_NETWORK' : 'CLIENT_EXCEPTION';
      const message = `${call.name}: the API client could not be loaded: ${messageOf(error)}`;
      return { success: 0, data: call.empty, errors: [{ code, message }], status: 0 };
    }
  };

/** On servers, no storage events occur, so stores keep their default values. */
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
  isInForeground: () => document.visibilityState === 'visible',
  onReturn,
  alone: async (name, work) => (navigator.locks ? await navigator.locks.request(name, work) : await work()),
  deviceKind: () => deviceKindOf(navigator.userAgent),
  // A static site has no service worker, which downloads and notifications need.
  downloadStorage: IS_STATIC_SITE ? () => undefined : browserDownloadStorage,
  push: IS_STATIC_SITE ? () => undefined : browserPush,
  synthesis: () => ('speechSynthesis' in globalThis ? speechSynthesis : undefined),
  utterance: (text) => new SpeechSynthesisUtterance(text),
};

function onReturn(run: () => void): void {
  for (const type of ['online', 'focus']) addEventListener(type, run);
  document.addEventListener('visibilitychange', run);
}

let current = browser;

export const platform = (): Platform => current;

/** Replaces parts of the platform, for tests. Without arguments, restores the browser's implementation. */
export function setPlatform(parts: Partial<Platform> = {}): void {
  current = { ...browser, ...parts };
}

/** Returns a UUID (RFC 9562, version 4). `crypto.randomUUID` is missing on plain http. */
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
