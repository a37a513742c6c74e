import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createWriter, type Store } from '#src/api/index.ts';
import type { StoreWriter } from '#src/api/store/index.ts';
import { openTestStore } from './test-store.ts';

/** A store in a temporary folder, and a writer with the fixed date 2026-03-01. */
export interface EmptyStore {
  readonly store: Store;
  write<T>(change: (writer: StoreWriter) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export async function openEmptyStore(): Promise<EmptyStore> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-reads-'));
  const store = await openTestStore(folder);
  const writer = createWriter(store, { now: () => new Date('2026-03-01T00:00:00Z') });
  return {
    store,
    write: (change) => writer.transaction(() => change(writer)),
    async close() {
      await store.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
