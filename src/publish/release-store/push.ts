import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ConfigError, isMissing } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { ENCODING_SUFFIX } from '#src/lib/http.ts';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';
import { assetFile, isFinishedRelease, openLive, type Release, readTakenDown } from '#src/publish/release/index.ts';
import { BODIES_AT_ONCE, readBody } from './body.ts';
import { type Lease, LeaseError } from './lease.ts';
import { blocksOf, pushBlocks } from './manifest-blocks.ts';
import type { ObjectStore } from './object-store.ts';
import { pullManifest } from './stored-manifest.ts';
import {
  bytesOf,
  type FoundPointer,
  findStoredRelease,
  type Keys,
  keysOf,
  type Pointer,
  readPointer,
  readStoredRelease,
  type StoredRelease,
} from './stored-release.ts';

interface PushOptions {
  readonly store: ObjectStore;
  readonly brand: string;
  /** The brand's folder, `var/<brand>`. */
  readonly folder: string;
  /** The lease for publishing the brand. Without a lease, only one machine may publish the brand. */
  readonly lease?: Lease | undefined;
  readonly now?: () => Date;
  /** See LISTED_FROM. */
  readonly listedFrom?: number;
  /** Hashes of pages already uploaded for this release. */
  readonly uploaded?: Iterable<string>;
}

/** The result of an upload. `--json` prints this shape. */
export interface PushReport {
  readonly brand: string;
  readonly release: string;
  readonly status: 'published' | 'unchanged';
  /** Number of the pointer. */
  readonly number: number;
  /** Number of uploaded page bodies. */
  readonly pages: number;
  readonly files: number;
  /** Bytes of all uploads, compressed. */
  readonly bytes: number;
}

/**
 * From this number of pages on, a push first lists the objects that an interrupted push has uploaded. One call lists
 * 1,000 objects.
 */
const LISTED_FROM = 1000;

/**
 * Age in ms up to which uploaded objects count as present. It is shorter than a sweep's grace period (sweep.ts), so
 * that no sweep removes an object that a release is about to reference.
 */
export const TRUSTED_MS = 12 * 60 * 60_000;

/**
 * Publishes this machine's live release to the store: uploads everything that the store's live release lacks, then
 * writes the pointer.
 * @throws LeaseError if another machine is publishing
 * @throws ChangedObjectError if another machine has published in the meantime
 */
export async function pushRelease(options: PushOptions): Promise<PushReport> {
  const { brand, folder } = options;
  const live = openLive(folder);
  if (!live)
    throw new ConfigError(`There is no live release of "${brand}" to publish: npm run rebuild -- --brand ${brand}`);
  try {
    return await push(options, live);
  } finally {
    live.close();
  }
}

async function push(
  { store, brand, folder, lease, now = () => new Date(), listedFrom = LISTED_FROM, uploaded = [] }: PushOptions,
  live: Release,
) {
  const keys = keysOf(brand);
  const takenDown = readTakenDown(folder) as Pointer['takenDown'];
  const before = await readPointer(store, keys);
  const report = { brand, release: live.id, pages: 0, files: 0, bytes: 0 };
  if (before && isLive(before.pointer, live, takenDown))
    return { ...report, status: 'unchanged', number: before.pointer.number } satisfies PushReport;
  const number = lease?.number ?? (before?.pointer.number ?? 0) + 1;
  requireNewer(before, number, brand);
  const sent =
    before?.pointer.release === live.id
      ? report
      : await uploadRelease({ store, keys, lease, now, folder, listedFrom, uploaded }, live, before);
  const pointer: Pointer = { number, release: live.id, published: now().toISOString(), takenDown };
  const point = () => store.put(keys.pointer, bytesOf(pointer), { etag: before?.etag });
  await (lease ? lease.whileHeld(point) : point());
  return { ...report, ...sent, status: 'published', number } satisfies PushReport;
}

const isLive = (pointer: Pointer, live: Release, takenDown: Pointer['takenDown']) =>
  pointer.release === live.id && JSON.stringify(pointer.takenDown) === JSON.stringify(takenDown);

/** Rejects a lease that is older than the last publish: it has expired, even if this process has not noticed. */
function requireNewer(before: FoundPointer | undefined, number: number, brand: string): void {
  const last = before?.pointer.number ?? 0;
  if (number > last) return;
  throw new LeaseError(
    `${brand} was published with the number ${last}, and this process has ${number}: another one has published in the meantime. If the PostgreSQL database is new, raise the number in lectern_leases above ${last}.`,
  );
}

interface Upload {
  readonly store: ObjectStore;
  readonly keys: Keys;
  readonly lease: Lease | undefined;
  readonly now: () => Date;
  readonly folder: string;
  readonly listedFrom: number;
  readonly uploaded: Iterable<string>;
}

type Sent = Pick<PushReport, 'pages' | 'files' | 'bytes'>;

async function uploadRelease(upload: Upload, live: Release, before: FoundPointer | undefined): Promise<Sent> {
  const { store, keys, folder } = upload;
  const manifest = join(live.folder, 'manifest.db');
  const blocks = blocksOf(manifest);
  // The release may already be in the store, for example after a rollback.
  const stored = await findStoredRelease(store, keys, live.id);
  if (stored && isDeepStrictEqual(stored.manifest, blocks)) return { pages: 0, files: 0, bytes: 0 };
  const temporary = mkdtempSync(join(tmpdir(), 'lectern-push-'));
  try {
    const previous = before && (await readStoredRelease(store, keys, before.pointer.release));
    const local =
      previous && isFinishedRelease(folder, previous.id) && join(folder, 'releases', previous.id, 'manifest.db');
    const previousManifest =
      local || (previous && (await pullManifest(upload, previous, temporary, { local: live.folder })));
    const pages = await uploadPages(upload, live, previousManifest, temporary);
    const files = await uploadFiles(upload, live, previous);
    const blockBytes = await pushBlocks(upload, manifest, blocks, new Set(previous?.manifest.blocks));
    const stored: StoredRelease = {
      id: live.id,
      brand: live.info.brand,
      info: live.info,
      manifest: blocks,
      assets: files.assets,
    };
    const body = bytesOf(stored);
    await store.put(keys.release(live.id), body);
    const bytes = pages.bytes + files.bytes + blockBytes + body.length;
    return { pages: pages.count, files: files.count, bytes };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

type BodyRow = { hash: string; path: string };

/** Uploads the page bodies that are neither in the store's live release nor left by an interrupted push. */
async function uploadPages(
  { store, keys, lease, now, listedFrom, uploaded }: Upload,
  live: Release,
  previousManifest: string | undefined,
  folder: string,
) {
  const sql = openSql(join(folder, 'bodies.db'));
  try {
    listBodies(sql, join(live.folder, 'manifest.db'), previousManifest);
    for (const digest of uploaded) sql.run('DELETE FROM bodies WHERE hash = ?', digest);
    if (countOf(sql) >= listedFrom) await dropUploaded(sql, store, keys, now().getTime() - TRUSTED_MS);
    const upload = async (row: BodyRow) => {
      lease?.signal.throwIfAborted();
      const body = readBody(live.folder, row);
      await store.put(keys.page(row.hash), body);
      return body.length;
    };
    const sum = { count: 0, bytes: 0 };
    for await (const bytes of mapConcurrently(sql.each<BodyRow>('SELECT * FROM bodies'), BODIES_AT_ONCE, upload)) {
      sum.count += 1;
      sum.bytes += bytes;
    }
    return sum;
  } finally {
    sql.close();
  }
}

const countOf = (sql: Sql) => sql.get<{ count: number }>('SELECT count(*) AS count FROM bodies')?.count ?? 0;

function listBodies(sql: Sql, manifest: string, previousManifest: string | undefined): void {
  sql.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
  sql.exec('CREATE TABLE bodies (hash TEXT PRIMARY KEY, path TEXT NOT NULL) WITHOUT ROWID');
  sql.run('ATTACH ? AS release', manifest);
  if (previousManifest !== undefined) sql.run('ATTACH ? AS known', previousManifest);
  const isNew = 'WHERE NOT EXISTS (SELECT 1 FROM known.pages k WHERE k.path = p.path AND k.hash = p.hash)';
  sql.exec(
    `INSERT OR IGNORE INTO bodies SELECT hash, path FROM release.pages p ${previousManifest === undefined ? '' : isNew} ORDER BY hash`,
  );
}

async function dropUploaded(sql: Sql, store: ObjectStore, keys: Keys, since: number): Promise<void> {
  for await (const { key, written } of store.list(keys.pages))
    if (written.getTime() >= since) sql.run('DELETE FROM bodies WHERE hash = ?', key.slice(key.lastIndexOf('/') + 1));
}

const SUFFIXES = ['', ENCODING_SUFFIX.br, ENCODING_SUFFIX.gzip] as const;

/** Uploads the browser files that the store's live release lacks, with their compressed variants. */
async function uploadFiles({ store, keys, lease }: Upload, live: Release, previous: StoredRelease | undefined) {
  const storedVariants = new Set(previous?.assets.flatMap(({ variants }) => Object.values(variants)));
  const sum = { count: 0, bytes: 0, assets: [] as StoredRelease['assets'] };
  const upload = async ({ url }: { url: string }) => {
    lease?.signal.throwIfAborted();
    const variants: StoredRelease['assets'][number]['variants'] = {};
    for (const suffix of SUFFIXES) {
      const body = readVariant(live.folder, `site/${assetFile(url)}${suffix}`, suffix);
      if (!body) continue;
      const digest = hash(body, 32);
      variants[suffix] = digest;
      if (storedVariants.has(digest)) continue;
      storedVariants.add(digest);
      await store.put(keys.file(digest), body);
      sum.count += 1;
      sum.bytes += body.length;
    }
    return { url, variants };
  };
  for await (const asset of mapConcurrently(live.assets(), BODIES_AT_ONCE, upload)) sum.assets.push(asset);
  return sum;
}

function readVariant(folder: string, file: string, suffix: string): Uint8Array | undefined {
  try {
    return readPlainSync(folder, file);
  } catch (error) {
    if (suffix !== '' && isMissing(error)) return undefined;
    throw error;
  }
}
