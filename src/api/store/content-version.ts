import { randomBytes } from 'node:crypto';
import type { Store } from './open.ts';

/** Detects changes of content. It is cheap enough for every site to poll each second. */
export interface ContentVersion {
  /** Returns a text that changes when content changes. With PostgreSQL, it is the same in all processes. */
  get(): Promise<string>;
  close(): Promise<void>;
}

export function createContentVersion({ catalogue, postgres }: Pick<Store, 'catalogue' | 'postgres'>): ContentVersion {
  if (postgres !== undefined) return listeningVersion(postgres, async () => String(await catalogue.version()));
  // SQLite's change counter starts again in each process, so the version also contains an id of the process.
  const instanceId = randomBytes(4).toString('hex');
  return { get: async () => `${instanceId}-${await catalogue.version()}`, close: async () => {} };
}

/** Caches the version until PostgreSQL reports changed content. Reads it on each call while no connection listens. */
function listeningVersion(address: string, read: () => Promise<string>): ContentVersion {
  let cachedVersion: Promise<string> | undefined;
  const forget = () => {
    cachedVersion = undefined;
  };
  const listen = async () => (await import('./postgres/listen.ts')).listenForChanges(address, forget);
  // Started by the first call of `get`, because there may never be a call.
  let listener: ReturnType<typeof listen> | undefined;
  return {
    async get() {
      listener ??= listen();
      if (!(await listener).isListening()) return read();
      cachedVersion ??= read();
      cachedVersion.catch(forget);
      return cachedVersion;
    },
    close: async () => (await listener)?.close(),
  };
}
