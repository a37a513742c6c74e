import { mkdirSync } from 'node:fs';
import { openFolderStore } from '#src/publish/release-store/folder-store.ts';
import type { ObjectStore } from '#src/publish/release-store/object-store.ts';

/** A release store in a new folder that records its requests. */
export interface RecordingStore extends ObjectStore {
  /** The requests so far, such as `put ash/current.json`. */
  readonly requests: string[];
  /** Called with each request before it is performed. If it throws, the request fails with this error. */
  onRequest: (request: string) => unknown;
  /** Returns and clears the recorded requests that start with `start`. */
  take(start: string): string[];
}

export function openRecordingStore(folder: string): RecordingStore {
  mkdirSync(folder);
  const files = openFolderStore(folder);
  const record = async (request: string) => {
    store.requests.push(request);
    await store.onRequest(request);
  };
  const store: RecordingStore = {
    ...files,
    requests: [],
    onRequest: () => {},
    take(start) {
      const all = store.requests.splice(0);
      return all.flatMap((request) => (request.startsWith(start) ? [request.slice(start.length)] : []));
    },
    async get(key, maxBytes) {
      await record(`get ${key}`);
      return files.get(key, maxBytes);
    },
    async getUnless(key, etag) {
      await record(`get ${key}`);
      return files.getUnless(key, etag);
    },
    async put(key, body, condition) {
      await record(`put ${key}`);
      return files.put(key, body, condition);
    },
    async *list(prefix) {
      await record(`list ${prefix}`);
      yield* files.list(prefix);
    },
    async remove(keys) {
      await record(`remove ${keys.length}`);
      return files.remove(keys);
    },
  };
  return store;
}
