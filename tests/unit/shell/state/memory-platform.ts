import type { PersistentListener } from '@nanostores/persistent';
import { vi } from 'vitest';
import type { ApiClient } from '#src/contract/client/types.ts';
import type { Platform } from '#src/shell/state/platform.ts';
import type { KeyValues } from '#src/shell/state/storage.ts';

/** An in-memory browser: its storage, clock and navigation target. */
export interface MemoryPlatform extends Platform {
  readonly saved: Map<string, string>;
  readonly visited: string[];
  /** All reported numbers of running calls. */
  readonly waited: number[];
  readonly logged: string[];
  setNow(time: string): void;
  setVisible(is: boolean): void;
  /** Sets whether the device is online. */
  setOnline(is: boolean): void;
  /** Simulates a change to the storage by another tab. */
  saveInOtherTab(key: string, text: string): void;
}

export const DEVICE = '3f0e8c0a-1d2b-4c3d-8e4f-5a6b7c8d9e0f';

/** Calls fail unless the platform is given a client. */
export function memoryPlatform(saved: Readonly<Record<string, string>> = {}, client?: ApiClient): MemoryPlatform {
  const values = new Map(Object.entries(saved));
  const listeners = new Map<PersistentListener, string>();
  const visited: string[] = [];
  const waited: number[] = [];
  const logged: string[] = [];
  const ofTab = new Map<string, string>();
  const returning: (() => void)[] = [];
  let online = true;
  let visible = true;
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
    isInForeground: () => visible,
    setVisible(is) {
      visible = is;
    },
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

/** Loads the stores of a new page on this platform. */
export async function loadStores(platform: Platform) {
  vi.resetModules();
  const { setPlatform } = await import('#src/shell/state/platform.ts');
  setPlatform(platform);
  const sync = await import('#src/features/library/state/sync.ts');
  const engine = await import('#src/features/library/state/library-sync.ts');
  // Prevents a later import, which might load the module of another device.
  sync.engine.load = async () => engine;
  return {
    sync,
    auth: await import('#src/features/sign-in/state/sign-in.ts'),
    chapterList: await import('#src/features/reader/state/chapter-list.ts'),
    panels: await import('#src/features/reader/state/reader-panels.ts'),
    history: await import('#src/features/library/state/history.ts'),
    host: await import('#src/shell/state/page-context.ts'),
    local: await import('#src/shell/state/local-storage.ts'),
    messages: await import('#src/shell/state/messages.ts'),
    reading: await import('#src/features/reader/state/reader-settings.ts'),
    session: await import('#src/shell/state/session.ts'),
    elsewhere: await import('#src/features/reader/state/other-device.ts'),
    shelf: await import('#src/features/library/state/shelf.ts'),
    lists: await import('#src/features/library/state/lists.ts'),
    hidden: await import('#src/features/library/state/hidden-tags.ts'),
    library: await import('#src/features/library/state/library-items.ts'),
    news: await import('#src/features/library/state/new-chapters.ts'),
    transfer: await import('#src/features/library/state/library-file.ts'),
    campaign: await import('#src/features/campaign/state.ts'),
    help: await import('#src/features/help-event/state.ts'),
    translator: await import('#src/features/translators/state.ts'),
    report: await import('#src/features/reader/report/state.ts'),
    share: await import('#src/features/sharing/state.ts'),
    types: await import('#src/features/search/state.ts'),
    upstream: await import('#src/shell/state/call-upstream.ts'),
    user: await import('#src/features/account/state/account-lists.ts'),
  };
}
