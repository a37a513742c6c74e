import * as v from 'valibot';
import {
  assetFile,
  checkedReleaseInfo,
  isMoment,
  isReleaseName,
  type ReleaseInfo,
  type TakenDown,
} from '#src/publish/release/index.ts';
import { type ObjectStore, StoreError } from './object-store.ts';

/**
 * A brand's releases in a store:
 *
 *     <brand>/current.json             Pointer: the live release
 *     <brand>/releases/<id>.json       StoredRelease
 *     <brand>/pages/ab/<hash>          a page in Brotli, by the hash of its HTML
 *     <brand>/files/ab/<hash>          a browser file or a compressed variant of it, by the hash of its bytes
 *     <brand>/blocks/ab/<hash>         a block of a manifest or snapshot in Zstandard, by the hash of its bytes
 *     <brand>/snapshot.json            StoredSnapshot: input of the last rebuild on several machines
 *     <brand>/parts/<run>/run.json     StoredRun: input of a rebuild's shards
 *     <brand>/parts/<run>/jobs/<i>     the pages that a shard renders, as lines in Zstandard
 *     <brand>/parts/<run>/done/<i>     a rendered shard: the log of its partial release, in Zstandard
 *     <brand>/parts/<run>/report.json  the report of a rebuild, written before its pointer
 *
 * Everything except the pointer is written once and never changed, so that readers never see half a release.
 */
export const keysOf = (brand: string) => {
  const byHash = (kind: string) => (digest: string) => `${brand}/${kind}/${digest.slice(0, 2)}/${digest}`;
  return {
    brand,
    pointer: `${brand}/current.json`,
    release: (id: string) => `${brand}/releases/${id}.json`,
    releases: `${brand}/releases/`,
    page: byHash('pages'),
    pages: `${brand}/pages/`,
    file: byHash('files'),
    files: `${brand}/files/`,
    block: byHash('blocks'),
    blocks: `${brand}/blocks/`,
    snapshot: `${brand}/snapshot.json`,
    parts: `${brand}/parts/`,
    run: (run: string) => `${brand}/parts/${run}/run.json`,
    jobs: (run: string, index: number) => `${brand}/parts/${run}/jobs/${index}`,
    part: (run: string, index: number) => `${brand}/parts/${run}/done/${index}`,
    partsOf: (run: string) => `${brand}/parts/${run}/done/`,
    report: (run: string) => `${brand}/parts/${run}/report.json`,
  };
};

export type Keys = ReturnType<typeof keysOf>;

const id = v.pipe(
  v.string(),
  v.check((text: string) => isReleaseName(text)),
);
const digest = v.pipe(v.string(), v.regex(/^[\da-f]{32}$/));
const moment = v.pipe(
  v.string(),
  v.check((text: string) => isMoment(text)),
);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

const pointerSchema = v.object({
  /**
   * Number of the lease that the release was published under. It increases with each publish; readers refuse a pointer
   * with a lower number.
   */
  number: count,
  release: id,
  /** RFC 3339, UTC. */
  published: moment,
  takenDown: v.object({
    books: v.array(
      v.object({ book: count, status: v.picklist([410, 451]), at: moment, reason: v.optional(v.string()) }),
    ),
    since: v.union([v.literal(''), id]),
  }),
});

/** Points to the live release. */
export interface Pointer extends v.InferOutput<typeof pointerSchema> {
  readonly takenDown: { books: TakenDown['books'][number][]; since: string };
}

/** Maximum size of a manifest or snapshot, in bytes: ten times the size of a snapshot with a million books. */
const MAX_BLOCKS_BYTES = 16 * 2 ** 30;
const MAX_BLOCK_BYTES = 2 ** 20;

/** A file in blocks of equal length; the last one may be shorter. */
const blocksSchema = v.pipe(
  v.object({
    bytes: v.pipe(count, v.maxValue(MAX_BLOCKS_BYTES)),
    blockBytes: v.pipe(count, v.minValue(1), v.maxValue(MAX_BLOCK_BYTES)),
    blocks: v.array(digest),
  }),
  v.check(({ bytes, blockBytes, blocks }) => blocks.length === Math.ceil(bytes / blockBytes)),
);
export type Blocks = v.InferOutput<typeof blocksSchema>;

const variants = v.record(v.picklist(['', '.br', '.gz']), digest);
const hasPlain = (of: v.InferOutput<typeof variants>) => of[''] !== undefined;

function isAssetUrl(url: string): boolean {
  try {
    return assetFile(url) !== '';
  } catch {
    return false;
  }
}

const storedReleaseSchema = v.object({
  id,
  brand: v.string(),
  /** Content of `release.json`. */
  info: v.custom<ReleaseInfo>(isReleaseInfo),
  /** The release's `manifest.db`. */
  manifest: blocksSchema,
  /** Browser files, sitemaps and feeds: for each file, the hashes of its variants by suffix. */
  assets: v.array(
    v.object({ url: v.pipe(v.string(), v.check(isAssetUrl)), variants: v.pipe(variants, v.check(hasPlain)) }),
  ),
});

/** Validates without parsing, so that the object keeps the order of its members. */
function isReleaseInfo(info: unknown): boolean {
  return v.is(v.looseObject({ id, bundle: v.looseObject({ id }) }), info);
}

/** Everything in a release except its pages, whose hashes are in the manifest. */
export type StoredRelease = v.InferOutput<typeof storedReleaseSchema>;

export interface FoundPointer {
  readonly pointer: Pointer;
  readonly etag: string;
}

/**
 * Reads a brand's pointer.
 * @param cachedEtag etag of the caller's copy
 */
export async function readPointer(store: ObjectStore, keys: Keys): Promise<FoundPointer | undefined>;
export async function readPointer(
  store: ObjectStore,
  keys: Keys,
  cachedEtag: string | undefined,
): Promise<FoundPointer | 'unchanged' | undefined>;
export async function readPointer(store: ObjectStore, keys: Keys, cachedEtag?: string) {
  const object = await store.getUnless(keys.pointer, cachedEtag);
  if (object === undefined || object === 'unchanged') return object;
  return { pointer: parse(pointerSchema, object.body, store, keys.pointer) as Pointer, etag: object.etag };
}

/** @throws StoreError if the store does not have the release */
export async function readStoredRelease(store: ObjectStore, keys: Keys, release: string): Promise<StoredRelease> {
  const stored = await findStoredRelease(store, keys, release);
  if (stored) return stored;
  throw new StoreError(`The release store ${store.address} has no release ${release}.`);
}

/** @returns undefined if the store does not have the release. If it has the release, it also has all page bodies. */
export async function findStoredRelease(store: ObjectStore, keys: Keys, release: string) {
  const key = keys.release(release);
  const object = await store.get(key);
  const stored = object && parse(storedReleaseSchema, object.body, store, key);
  if (stored && (stored.id !== release || stored.brand !== keys.brand))
    throw new StoreError(
      `${key} in the release store ${store.address} belongs to another release: ${stored.id} of ${stored.brand}.`,
    );
  if (stored) checkedReleaseInfo(stored.info, { id: release, brand: keys.brand });
  return stored;
}

const storedSnapshotSchema = v.object({
  /** `catalogue.db`. */
  catalogue: blocksSchema,
  /** Processor milliseconds per page, by kind, from the last rebuild that rendered such pages. */
  costs: v.optional(v.record(v.string(), v.number())),
});
export type StoredSnapshot = v.InferOutput<typeof storedSnapshotSchema>;

const storedRunSchema = v.object({
  /** Id of the site bundle. */
  code: v.string(),
  /** Id of the release to compare with; null if there is none. */
  live: v.nullable(id),
  full: v.boolean(),
  /** Number of shards. */
  of: v.pipe(count, v.minValue(1)),
  snapshot: blocksSchema,
  /** Creation time of the release. Runs started by older code lack this field and the next one. */
  created: v.optional(v.union([v.literal(''), moment]), ''),
  /** Build key of the pages, which identifies code and brand. */
  buildKey: v.optional(v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{0,64}$/)), ''),
  /** Number of pages that all shards render together. */
  pages: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0))),
});
/** The input for a rebuild's shards. */
export type StoredRun = v.InferOutput<typeof storedRunSchema>;

/** @returns undefined if the rebuild has not started yet, or needed no shards */
export async function readStoredRun(store: ObjectStore, keys: Keys, run: string): Promise<StoredRun | undefined> {
  const object = await store.get(keys.run(run));
  return object && parse(storedRunSchema, object.body, store, keys.run(run));
}

/** @returns undefined if no rebuild on several machines has started yet */
export async function readStoredSnapshot(store: ObjectStore, keys: Keys): Promise<StoredSnapshot | undefined> {
  const object = await store.get(keys.snapshot);
  return object && parse(storedSnapshotSchema, object.body, store, keys.snapshot);
}

function parse<S extends v.GenericSchema>(schema: S, body: Uint8Array, store: ObjectStore, key: string) {
  try {
    return v.parse(schema, JSON.parse(new TextDecoder().decode(body))) as v.InferOutput<S>;
  } catch (cause) {
    throw new StoreError(`${key} in the release store ${store.address} is damaged, or a newer Lectern wrote it.`, {
      cause,
    });
  }
}

export const bytesOf = (value: Pointer | StoredRelease | StoredSnapshot | StoredRun): Uint8Array =>
  Buffer.from(`${JSON.stringify(value)}\n`);
