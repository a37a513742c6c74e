import type { PersistentListener } from '@nanostores/persistent';
import { vi } from 'vitest';
import type { ApiClient } from '#src/api-client/types.ts';
import type { Platform } from '#src/stores/platform.ts';
import type { KeyValues } from '#src/stores/storage.ts';

/** A browser in memory: what it saved, its clock, where it was led. */
export interface MemoryPlatform extends Platform {
  readonly saved: Map<string, string>;
  readonly visited: string[];
  /** How many calls were said to be under way, each time it was said. */
  readonly waited: number[];
  readonly logged: string[];
  setNow(time: string): void;
  /** The connection goes or comes. */
  setOnline(is: boolean): void;
  /** What a second tab of the same browser does to the storage. */
  saveInOtherTab(key: string, text: string): void;
}

export const DEVICE = '3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f';

/** Calls of this platform fail unless it is given one that answers them. */
export function memoryPlatform(saved: Readonly<Record<string, string>> = {}, client?: ApiClient): MemoryPlatform {
  const values = new Map(Object.entries(saved));
  const listeners = new Map<PersistentListener, string>();
  const visited: string[] = [];
  const waited: number[] = [];
  const logged: string[] = [];
  const ofTab = new Map<string, string>();
  const returning: (() => void)[] = [];
  let online = true;
  let now = Date.parse('2026-05-01T12:00:00Z');
  return {
    saved: values,
    visited,
    waited,
    logged,
    storage: keyValues(values),
    tabStorage: keyValues(ofTab),
    storageEvents: {
      addEventListener: (key, listener) => void listeners.set(listener, key),
      removeEventListener: (_key, listener) => void listeners.delete(listener),
    },
    cookie: () => undefined,
    now: () => now,
    randomUuid: () => DEVICE,
    client: () => client ?? noNetwork,
    domain: () => 'freenovel.localhost',
    origin: () => 'http://freenovel.localhost',
    log: (text) => void logged.push(text),
    waiting: (calls) => void waited.push(calls),
    goTo: (path) => void visited.push(path),
    isOnline: () => online,
    onReturn: (run) => void returning.push(run),
    alone: (_name, work) => work(),
    setOnline(is) {
      online = is;
      for (const run of returning) run();
    },
    deviceKind: () => 'android',
    downloadStorage: () => undefined,
    push: () => undefined,
    synthesis: () => undefined,
    utterance: () => {
      throw new Error('This platform has no speech.');
    },
    setNow(time) {
      now = Date.parse(time);
    },
    saveInOtherTab(key, text) {
      values.set(key, text);
      for (const listener of listeners.keys()) listener({ key, newValue: text });
    },
  };
}

const keyValues = (values: Map<string, string>): KeyValues => ({
  get: (key) => values.get(key) ?? null,
  set: (key, value) => void (value === null ? values.delete(key) : values.set(key, value)),
  fault: () => undefined,
});

const noNetwork: ApiClient = async (call) => ({
  success: 0,
  data: call.empty,
  errors: [{ code: 'CLIENT_NETWORK', message: 'no network' }],
  status: 0,
});

/** The stores as a page has them that was just loaded on this platform. */
export async function loadStores(platform: Platform) {
  vi.resetModules();
  const { setPlatform } = await import('#src/stores/platform.ts');
  setPlatform(platform);
  const sync = await import('#src/stores/sync.ts');
  const engine = await import('#src/stores/library-sync.ts');
  // Another device's modules may be the current ones by then.
  sync.engine.load = async () => engine;
  return {
    sync,
    auth: await import('#src/stores/sign-in.ts'),
    chapterList: await import('#src/stores/chapter-list.ts'),
    panels: await import('#src/stores/reader-panels.ts'),
    history: await import('#src/stores/history.ts'),
    host: await import('#src/stores/page-context.ts'),
    local: await import('#src/stores/local-storage.ts'),
    messages: await import('#src/stores/messages.ts'),
    reading: await import('#src/stores/reader-settings.ts'),
    session: await import('#src/stores/session.ts'),
    elsewhere: await import('#src/stores/other-device.ts'),
    shelf: await import('#src/stores/shelf.ts'),
    lists: await import('#src/stores/lists.ts'),
    hidden: await import('#src/stores/hidden-tags.ts'),
    library: await import('#src/stores/library-items.ts'),
    news: await import('#src/stores/new-chapters.ts'),
    transfer: await import('#src/stores/library-file.ts'),
    campaign: await import('#src/stores/campaign.ts'),
    help: await import('#src/stores/help-event.ts'),
    translator: await import('#src/stores/translator.ts'),
    report: await import('#src/stores/report.ts'),
    share: await import('#src/stores/share.ts'),
    types: await import('#src/stores/suggestions.ts'),
    upstream: await import('#src/stores/call-upstream.ts'),
    user: await import('#src/stores/account-lists.ts'),
  };
}
