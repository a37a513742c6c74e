import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { isReleaseName } from '#src/publish/release/index.ts';
import type { Lease } from './lease.ts';
import type { ObjectStore } from './object-store.ts';
import { TRUSTED_MS } from './push.ts';
import { pullManifest } from './stored-manifest.ts';
import {
  type Keys,
  keysOf,
  readPointer,
  readStoredRelease,
  readStoredSnapshot,
  type StoredRelease,
} from './stored-release.ts';

interface SweepOptions {
  readonly store: ObjectStore;
  readonly brand: string;
  readonly lease?: Lease | undefined;
  readonly now?: () => Date;
  /** Minimum age of objects to remove, in ms; default: a day. */
  readonly graceMs?: number;
}

/** The result of a sweep. `--json` prints this shape. */
export interface SweepReport {
  readonly brand: string;
  /** Ids of the releases that are kept. */
  readonly kept: readonly string[];
  readonly releases: number;
  readonly bodies: number;
}

/** Number of newest releases to keep: the same as in a brand's folder (src/publish/release/brand-releases.ts). */
const RETAINED = 3;
/**
 * Default grace period, in ms. It is longer than the time for which a push relies on earlier uploads (`TRUSTED_MS`),
 * and longer than the download of a release.
 */
const GRACE_MS = 2 * TRUSTED_MS;
const REMOVED_AT_ONCE = 1000;

/**
 * Removes all releases from the store except the newest three, the live one and the one it replaced, and then all
 * objects that the remaining releases do not reference. Keeps objects written within the grace period, because an
 * unfinished release may need them.
 */
export async function sweepStore(options: SweepOptions): Promise<SweepReport> {
  const { store, brand, now = () => new Date(), graceMs = GRACE_MS } = options;
  const keys = keysOf(brand);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-sweep-'));
  const sql = openSql(join(folder, 'named.db'));
  const before = now().getTime() - graceMs;
  try {
    await store.check?.(`${brand}/`);
    sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    sql.exec('CREATE TABLE named (key TEXT PRIMARY KEY) WITHOUT ROWID');
    const { kept, removed } = await chooseReleases(store, keys, before);
    for (const id of kept) await nameBodies(sql, store, keys, await readStoredRelease(store, keys, id), folder);
    const snapshot = await readStoredSnapshot(store, keys);
    for (const digest of snapshot?.catalogue.blocks ?? []) name(sql, keys.block(digest));
    // Removes releases before objects, so that no release references a missing object.
    await remove(options, removed.map(keys.release));
    let bodies = 0;
    for (const prefix of [keys.pages, keys.files, keys.blocks, keys.parts])
      bodies += await removeUnnamed(options, sql, prefix, before);
    return { brand, kept, releases: removed.length, bodies };
  } finally {
    sql.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const isStoredRelease = (name: string) => name.endsWith('.json') && isReleaseName(name.slice(0, -'.json'.length));

async function chooseReleases(store: ObjectStore, keys: Keys, before: number) {
  const pointer = await readPointer(store, keys);
  const live = pointer?.pointer.release;
  const all: { id: string; written: number }[] = [];
  for await (const { key, written } of store.list(keys.releases))
    if (isStoredRelease(key.slice(keys.releases.length)))
      all.push({ id: key.slice(keys.releases.length, -'.json'.length), written: written.getTime() });
  const newest = all.toSorted((a, b) => b.id.localeCompare(a.id)).slice(0, RETAINED);
  const previous = live === undefined ? undefined : (await readStoredRelease(store, keys, live)).info.previous;
  const stays = new Set([live, previous, ...newest.map(({ id }) => id)]);
  const remaining = all.filter(({ id, written }) => stays.has(id) || written >= before);
  const ids = remaining.map(({ id }) => id).toSorted();
  return { kept: ids, removed: all.map(({ id }) => id).filter((id) => !ids.includes(id)) };
}

async function nameBodies(
  sql: Sql,
  store: ObjectStore,
  keys: Keys,
  stored: StoredRelease,
  folder: string,
): Promise<void> {
  const manifest = await pullManifest({ store, keys }, stored, folder);
  sql.run('ATTACH ? AS release', manifest);
  const [start] = keys.page('').split('//');
  sql.run(
    `INSERT OR IGNORE INTO named SELECT ? || '/' || substr(hash, 1, 2) || '/' || hash FROM release.pages ORDER BY hash`,
    start ?? '',
  );
  sql.exec('DETACH release');
  const files = stored.assets.flatMap(({ variants }) => Object.values(variants)).map(keys.file);
  for (const key of [...files, ...stored.manifest.blocks.map(keys.block)]) name(sql, key);
}

const name = (sql: Sql, key: string) => sql.run('INSERT OR IGNORE INTO named VALUES (?)', key);

async function removeUnnamed(options: SweepOptions, sql: Sql, prefix: string, before: number): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  for await (const { key, written } of options.store.list(prefix)) {
    if (!key.startsWith(prefix)) continue;
    if (written.getTime() >= before || sql.get('SELECT 1 FROM named WHERE key = ?', key)) continue;
    batch.push(key);
    count += 1;
    if (batch.length < REMOVED_AT_ONCE) continue;
    await remove(options, batch);
    batch = [];
  }
  await remove(options, batch);
  return count;
}

/**
 * Removes objects, but only while this process holds the lease (if there is one). Otherwise another machine could
 * reference an object that is being removed.
 */
async function remove({ store, lease }: SweepOptions, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  const removeAll = () => store.remove(keys);
  await (lease ? lease.whileHeld(removeAll) : removeAll());
}
