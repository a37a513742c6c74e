import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { mapConcurrently } from '#src/lib/iterables.ts';
import { readPlainSync } from '#src/lib/plain-files.ts';
import {
  findShardReleases,
  openPartialRelease,
  type PartialRelease,
  partialReleaseLogFile,
  type RecordedPage,
  releasesFolder,
  removePartialReleases,
  type Shard,
  shardFolder,
} from '#src/publish/release/index.ts';
import { BODIES_AT_ONCE, damagedError, fetchObject, readBody } from './body.ts';
import { createLinker } from './linker.ts';
import type { ObjectStore } from './object-store.ts';
import { pullPage } from './pull.ts';
import { bytesOf, keysOf, readStoredRun, type StoredRun } from './stored-release.ts';

interface Place {
  readonly store: ObjectStore;
  readonly brand: string;
  /** The brand's folder, `var/<brand>`. */
  readonly folder: string;
  /** Id of the rebuild's job. */
  readonly run: string;
}

type Run = Omit<Place, 'folder'>;

/**
 * Stores the input for a rebuild's shards, so that another machine can continue the rebuild. Call it after `pushJobs`
 * has been called for all shards.
 */
export const pushRun = ({ store, brand, run }: Run, stored: StoredRun): Promise<void> =>
  store.put(keysOf(brand).run(run), bytesOf(stored));

export const findRun = ({ store, brand, run }: Run): Promise<StoredRun | undefined> =>
  readStoredRun(store, keysOf(brand), run);

/** Uploads the list of pages that a shard renders. */
export const pushJobs = ({ store, brand, run }: Run, index: number, jobs: string): Promise<void> =>
  store.put(keysOf(brand).jobs(run, index), zstdCompressSync(jobs));

export async function fetchJobs({ store, brand, run }: Run, index: number): Promise<string> {
  const key = keysOf(brand).jobs(run, index);
  return textOf(store, key, (await fetchObject(store, key)).body);
}

/** Stores a rebuild's report, as text. */
export const pushReport = ({ store, brand, run }: Run, report: string): Promise<void> =>
  store.put(keysOf(brand).report(run), Buffer.from(report));

export async function findReport({ store, brand, run }: Run): Promise<string | undefined> {
  const report = await store.get(keysOf(brand).report(run), MAX_REPORT_BYTES);
  return report && Buffer.from(report.body).toString();
}

/** Maximum size of a list of jobs, in bytes: enough for one JSON line per page of a shard. */
const MAX_TEXT_BYTES = 256 * 2 ** 20;
const MAX_REPORT_BYTES = 16 * 2 ** 20;

function textOf(store: ObjectStore, key: string, body: Uint8Array): string {
  try {
    return zstdDecompressSync(body, { maxOutputLength: MAX_TEXT_BYTES }).toString();
  } catch {
    throw damagedError(store, key);
  }
}

/** Returns a function that checks whether a page's bytes differ from those in the previous release. */
const isNew =
  (created: string) =>
  ({ modified }: RecordedPage) =>
    modified === created;

/**
 * Uploads a finished shard. New page bodies come first. Each body is compared with its hash before the upload, so the
 * merge does not need to check it.
 */
export async function pushPart(
  { store, brand, run }: Place,
  part: PartialRelease,
  { shard, created }: { readonly shard: Shard; readonly created: string },
): Promise<void> {
  const keys = keysOf(brand);
  const changed = Iterator.from(part.pages()).filter(isNew(created));
  const upload = (page: RecordedPage) => store.put(keys.page(page.hash), readBody(part.folder, page));
  for await (const _ of mapConcurrently(changed, BODIES_AT_ONCE, upload));
  await store.put(
    keys.part(run, shard.index),
    zstdCompressSync(readPlainSync(part.folder, basename(partialReleaseLogFile(part.folder)))),
  );
}

/** Returns the numbers of the shards that are in the store. */
export async function findParts({ store, brand, run }: Run): Promise<ReadonlySet<number>> {
  const indexes = new Set<number>();
  const start = keysOf(brand).partsOf(run);
  for await (const { key } of store.list(start)) {
    const index = key.slice(start.length);
    if (/^[1-9]\d{0,8}$/.test(index)) indexes.add(Number(index));
  }
  return indexes;
}

/**
 * Downloads a shard's page records for a merge. The bodies stay in the store.
 * @returns hashes of the new bodies
 */
export async function pullPart(
  { store, brand, folder, run }: Place,
  { shard, created }: { readonly shard: Shard; readonly created: string },
): Promise<string[]> {
  const key = keysOf(brand).part(run, shard.index);
  const log = textOf(store, key, (await fetchObject(store, key)).body);
  const next = join(releasesFolder(folder), `.next-pull-${shard.index}-of-${shard.of}`);
  removePartialReleases([...findShardReleases(folder, shard), { folder: next }]);
  mkdirSync(next, { recursive: true });
  writeFileSync(partialReleaseLogFile(next), log);
  const part = openPartialRelease(next);
  if (!part?.isComplete || part.shard?.index !== shard.index || part.shard.of !== shard.of)
    throw damagedError(store, key);
  const hashes = Iterator.from(part.pages())
    .filter(isNew(created))
    .map(({ hash }) => hash)
    .toArray();
  renameSync(next, shardFolder(folder, part.buildKey, shard));
  return hashes;
}

/** Writes the files of the given pages into the folder of a release. */
export async function pullPages(
  { store, brand }: Pick<Place, 'store' | 'brand'>,
  folder: string,
  pages: Iterable<RecordedPage>,
): Promise<void> {
  const got = { pages: 0, files: 0, bytes: 0 };
  const pull = { store, keys: keysOf(brand), folder, linker: createLinker(folder), got };
  for await (const _ of mapConcurrently(pages, BODIES_AT_ONCE, (page) => pullPage(pull, page, undefined)));
}
