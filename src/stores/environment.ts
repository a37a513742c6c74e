import { createBrowserCaller } from '#src/client/caller.browser.ts';
import type { Caller } from '#src/client/types.ts';

/** The platform as stores see it: the one door to clock, ids, network and navigation. Tests put their own in. */
export interface Environment {
  /** Milliseconds since 1970. */
  now(): number;
  randomUuid(): string;
  /** Calls below an API prefix. */
  caller(prefix: string): Caller;
  goTo(path: string): void;
  platform(): 'android' | 'ios' | 'desktop' | 'other';
}

const callers = new Map<string, Caller>();

const browser: Environment = {
  now: () => Date.now(),
  randomUuid: () => crypto.randomUUID(),
  caller(prefix) {
    const caller = callers.get(prefix) ?? createBrowserCaller({ prefix });
    callers.set(prefix, caller);
    return caller;
  },
  goTo: (path) => location.assign(path),
  platform: () => platformOf(navigator.userAgent),
};

let current = browser;

export const environment = (): Environment => current;

/** Replaces parts of the platform; without parts the browser is back. */
export function setEnvironment(parts: Partial<Environment> = {}): void {
  current = { ...browser, ...parts };
}

export function platformOf(userAgent: string): ReturnType<Environment['platform']> {
  if (/android/i.test(userAgent)) return 'android';
  if (/iphone|ipad|ipod/i.test(userAgent)) return 'ios';
  return /windows|macintosh|linux|cros/i.test(userAgent) ? 'desktop' : 'other';
}
