import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { blocksOf, pullBlocks, pushBlocks } from '#src/publish/release-store/manifest-blocks.ts';
import type { ObjectStore } from '#src/publish/release-store/object-store.ts';
import { keysOf, readPointer } from '#src/publish/release-store/stored-release.ts';

/** The JSON of a stored release, which tests tamper with. */
// biome-ignore lint/suspicious/noExplicitAny: tests put arbitrary values anywhere
export type StoredJson = Record<string, any>;

/** Edits the JSON of the live release in a store. */
export async function tamperRelease(store: ObjectStore, brand: string, change: (stored: StoredJson) => void) {
  const keys = keysOf(brand);
  const live = await readPointer(store, keys);
  const key = keys.release(live?.pointer.release ?? '');
  const stored: StoredJson = JSON.parse(Buffer.from((await store.get(key))?.body ?? '').toString());
  change(stored);
  await store.put(key, Buffer.from(JSON.stringify(stored)));
  return stored;
}

/**
 * Edits the manifest of the live release in a store, as a database or as bytes. @param folder folder for temporary
 * files
 */
export async function tamperManifest(
  store: ObjectStore,
  brand: string,
  folder: string,
  change: { readonly sql?: (database: DatabaseSync) => void; readonly bytes?: (content: Buffer) => Buffer },
): Promise<void> {
  const keys = keysOf(brand);
  const file = join(folder, 'tampered.db');
  const stored = await tamperRelease(store, brand, () => {});
  await pullBlocks({ store, keys }, stored['manifest'], file, undefined);
  if (change.sql) {
    const database = new DatabaseSync(file);
    // With these settings, SQLite allows changes that it normally prevents.
    database.enableDefensive(false);
    database.exec('PRAGMA writable_schema = ON');
    change.sql(database);
    database.close();
  }
  if (change.bytes) writeFileSync(file, change.bytes(readFileSync(file)));
  const blocks = blocksOf(file);
  await pushBlocks({ store, keys }, file, blocks, new Set());
  await tamperRelease(store, brand, (json) => {
    json['manifest'] = blocks;
  });
}
