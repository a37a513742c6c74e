import { randomBytes } from 'node:crypto';
import type { Store } from './open.ts';

/** Detects changes of content, cheaply enough for every site to poll each second. */
export interface ContentVersion {
  /** Returns a text that changes when content changes. It is the same in all processes over one PostgreSQL. */
  get(): Promise<string>;
  close(): Promise<void>;
}

export function createContentVersion({ catalogue, postgres }: Pick<Store, 'catalogue' | 'postgres'>): ContentVersion {
  if (postgres !== undefined) return listeningVersion(postgres, async () => String(await catalogue.version()));
  // SQLite's change counter starts over in each process, so an id of the process is part of the version.
  const instanceId = randomBytes(4).toString('hex');
  return { get: async () => `${instanceId}-${await catalogue.version()}`, close: async () => {} };
}

/** PostgreSQL notifies of changed content; without a listening connection, it is queried each time. */
function listeningVersion(address: string, read: () => Promise<string>): ContentVersion {
  let cachedVersion: Promise<string> | undefined;
  const forget = () => {
    cachedVersion = undefined;
  };
  const listen = async () => (await import('./postgres/listen.ts')).listenForChanges(address, forget);
  // Started by the first query, because there may never be one.
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
