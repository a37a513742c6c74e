import { mkdirSync } from 'node:fs';
import { openFolderStore } from '#src/release-store/folder-store.ts';
import type { ObjectStore } from '#src/release-store/object-store.ts';

/** A store in a new folder that remembers what it is asked for. */
export interface RecordingStore extends ObjectStore {
  /** Such as `put ash/current.json`. */
  readonly asked: string[];
  /** Called with each request before it is done; what it throws is the answer. */
  onRequest: (request: string) => unknown;
  /** Requests that begin so since the last look, which are forgotten. */
  take(start: string): string[];
}

export function openRecordingStore(folder: string): RecordingStore {
  mkdirSync(folder);
  const files = openFolderStore(folder);
  const tell = async (request: string) => {
    store.asked.push(request);
    await store.onRequest(request);
  };
  const store: RecordingStore = {
    ...files,
    asked: [],
    onRequest: () => {},
    take(start) {
      const all = store.asked.splice(0);
      return all.flatMap((request) => (request.startsWith(start) ? [request.slice(start.length)] : []));
    },
    async get(key, maxBytes) {
      await tell(`get ${key}`);
      return files.get(key, maxBytes);
    },
    async getUnless(key, etag) {
      await tell(`get ${key}`);
      return files.getUnless(key, etag);
    },
    async put(key, body, condition) {
      await tell(`put ${key}`);
      return files.put(key, body, condition);
    },
    async *list(prefix) {
      await tell(`list ${prefix}`);
      yield* files.list(prefix);
    },
    async remove(keys) {
      await tell(`remove ${keys.length}`);
      return files.remove(keys);
    },
  };
  return store;
}
