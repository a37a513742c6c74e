import * as v from 'valibot';
import {
  assetFile,
  checkedReleaseInfo,
  isMoment,
  isReleaseName,
  type ReleaseInfo,
  type TakenDown,
} from '#src/release/index.ts';
import { type ObjectStore, StoreError } from './object-store.ts';

/**
 * A brand's releases in a store:
 *
 *     <brand>/current.json          Pointer: the live release
 *     <brand>/releases/<id>.json    StoredRelease
 *     <brand>/pages/ab/<hash>       a page in Brotli, by the hash of its HTML
 *     <brand>/files/ab/<hash>       a browser file or a compressed variant of one, by the hash of its bytes
 *     <brand>/blocks/ab/<hash>      a part of a manifest or snapshot in Zstandard, by the hash of its bytes
 *     <brand>/snapshot.json         StoredSnapshot: what the last night over many machines was made from
 *     <brand>/parts/<run>/run.json  StoredRun: what the shards of a night are made from
 *     <brand>/parts/<run>/jobs/<i>  which pages a shard renders, lines in Zstandard
 *     <brand>/parts/<run>/done/<i>  what a machine has rendered of a shard: the log of a partial release, in Zstandard
 *     <brand>/parts/<run>/report.json  what a night has done, written before its pointer
 *
 * All but the pointer are written once and never changed, so that no reader meets half a release.
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
  /** Of the lease under which it was published: it grows with each publish, and a reader refuses a lower one. */
  number: count,
  release: id,
  /** RFC 3339, UTC. */
  published: moment,
  takenDown: v.object({
    books: v.array(v.object({ book: count, status: v.picklist([410, 451]), at: moment })),
    since: v.union([v.literal(''), id]),
  }),
});

/** Which release is live. */
export interface Pointer extends v.InferOutput<typeof pointerSchema> {
  readonly takenDown: { books: TakenDown['books'][number][]; since: string };
}

/** Ten times the snapshot of a million books. */
const MAX_BLOCKS_BYTES = 16 * 2 ** 30;
const MAX_BLOCK_BYTES = 2 ** 20;

/** A file in blocks of the same length, the last one shorter. */
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
  /** `release.json`. */
  info: v.custom<ReleaseInfo>(isReleaseInfo),
  /** Its `manifest.db`. */
  manifest: blocksSchema,
  /** Browser files, sitemaps and feeds: the hash of each variant of a file by its suffix. */
  assets: v.array(
    v.object({ url: v.pipe(v.string(), v.check(isAssetUrl)), variants: v.pipe(variants, v.check(hasPlain)) }),
  ),
});

/** Its members keep their order, so that the file is the same. */
function isReleaseInfo(info: unknown): boolean {
  return v.is(v.looseObject({ id, bundle: v.looseObject({ id }) }), info);
}

/** All of a release but its pages, which its manifest names. */
export type StoredRelease = v.InferOutput<typeof storedReleaseSchema>;

export interface FoundPointer {
  readonly pointer: Pointer;
  readonly etag: string;
}

/** @param known etag of what the caller has already */
export async function readPointer(store: ObjectStore, keys: Keys): Promise<FoundPointer | undefined>;
export async function readPointer(
  store: ObjectStore,
  keys: Keys,
  known: string | undefined,
): Promise<FoundPointer | 'unchanged' | undefined>;
export async function readPointer(store: ObjectStore, keys: Keys, known?: string) {
  const found = await store.getUnless(keys.pointer, known);
  if (found === undefined || found === 'unchanged') return found;
  return { pointer: parse(pointerSchema, found.body, store, keys.pointer) as Pointer, etag: found.etag };
}

/** @throws StoreError where the store does not have it */
export async function readStoredRelease(store: ObjectStore, keys: Keys, release: string): Promise<StoredRelease> {
  const stored = await findStoredRelease(store, keys, release);
  if (stored) return stored;
  throw new StoreError(`The release store ${store.address} has no release ${release}.`);
}

/** @returns undefined where the store does not have it. One that it has is there with all its bodies. */
export async function findStoredRelease(store: ObjectStore, keys: Keys, release: string) {
  const key = keys.release(release);
  const found = await store.get(key);
  const stored = found && parse(storedReleaseSchema, found.body, store, key);
  if (stored && (stored.id !== release || stored.brand !== keys.brand))
    throw new StoreError(
      `${key} in the release store ${store.address} is of another release: ${stored.id} of ${stored.brand}.`,
    );
  if (stored) checkedReleaseInfo(stored.info, { id: release, brand: keys.brand });
  return stored;
}

const storedSnapshotSchema = v.object({
  /** `catalogue.db`. */
  catalogue: blocksSchema,
  /** Milliseconds of a worker's processors that a page of a kind has taken up in the last night that had such pages. */
  costs: v.optional(v.record(v.string(), v.number())),
});
export type StoredSnapshot = v.InferOutput<typeof storedSnapshotSchema>;

const storedRunSchema = v.object({
  /** Id of the site bundle. */
  code: v.string(),
  /** The release that is compared with. */
  live: v.nullable(id),
  full: v.boolean(),
  /** Number of shards. */
  of: v.pipe(count, v.minValue(1)),
  snapshot: blocksSchema,
  /** Moment of the release; a run of older code lacks it, and the next one. */
  created: v.optional(v.union([v.literal(''), moment]), ''),
  /** Of the pages: code and brand. */
  buildKey: v.optional(v.pipe(v.string(), v.regex(/^[\dA-Za-z-]{0,64}$/)), ''),
});
/** What the shards of a night are made from. */
export type StoredRun = v.InferOutput<typeof storedRunSchema>;

/** @returns undefined where the night was not begun yet, or needed no shards */
export async function readStoredRun(store: ObjectStore, keys: Keys, run: string): Promise<StoredRun | undefined> {
  const found = await store.get(keys.run(run));
  return found && parse(storedRunSchema, found.body, store, keys.run(run));
}

/** @returns undefined where no night over many machines has begun yet */
export async function readStoredSnapshot(store: ObjectStore, keys: Keys): Promise<StoredSnapshot | undefined> {
  const found = await store.get(keys.snapshot);
  return found && parse(storedSnapshotSchema, found.body, store, keys.snapshot);
}

function parse<S extends v.GenericSchema>(schema: S, body: Uint8Array, store: ObjectStore, key: string) {
  try {
    return v.parse(schema, JSON.parse(new TextDecoder().decode(body))) as v.InferOutput<S>;
  } catch (cause) {
    throw new StoreError(`${key} in the release store ${store.address} is damaged or of a newer version.`, { cause });
  }
}

export const bytesOf = (value: Pointer | StoredRelease | StoredSnapshot | StoredRun): Uint8Array =>
  Buffer.from(`${JSON.stringify(value)}\n`);
