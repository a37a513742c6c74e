import { randomBytes } from 'node:crypto';
import type { Store } from './open.ts';

/** Tells whether content has changed, cheaply enough to be asked every second by every site. */
export interface ContentVersion {
  /** Another text once content has changed; the same in all processes over one PostgreSQL. */
  get(): Promise<string>;
  close(): Promise<void>;
}

export function createContentVersion({ catalogue, postgres }: Pick<Store, 'catalogue' | 'postgres'>): ContentVersion {
  if (postgres !== undefined) return listening(postgres, async () => String(await catalogue.version()));
  // SQLite counts the changes that a connection sees, anew with each process.
  const own = randomBytes(4).toString('hex');
  return { get: async () => `${own}-${await catalogue.version()}`, close: async () => {} };
}

/** PostgreSQL says when content changes; while nobody listens, it is asked each time. */
function listening(address: string, read: () => Promise<string>): ContentVersion {
  let known: Promise<string> | undefined;
  const forget = () => {
    known = undefined;
  };
  const listen = async () => (await import('./postgres/listen.ts')).listenForChanges(address, forget);
  // Begun with the first question: nobody may ask.
  let listener: ReturnType<typeof listen> | undefined;
  return {
    async get() {
      listener ??= listen();
      if (!(await listener).isListening()) return read();
      known ??= read();
      known.catch(forget);
      return known;
    },
    close: async () => (await listener)?.close(),
  };
}
