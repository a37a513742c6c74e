import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { mapConcurrently } from '#src/lib/iterables.ts';
import {
  findShardReleases,
  openPartialRelease,
  type PartialRelease,
  partialReleaseLogFile,
  removePartialReleases,
  type Shard,
  shardFolder,
} from '#src/release/index.ts';
import { BODIES_AT_ONCE, damagedError, fetchObject, readBody } from './body.ts';
import { createLinker } from './linker.ts';
import type { ObjectStore } from './object-store.ts';
import { openLiveOrNone, pullPage } from './pull.ts';
import { bytesOf, keysOf, readStoredRun, type StoredRun } from './stored-release.ts';

interface Place {
  readonly store: ObjectStore;
  readonly brand: string;
  /** `var/<brand>`. */
  readonly folder: string;
  /** The night's id. */
  readonly run: string;
}

/** Records what the shards of a night are made from, so that another machine can go on with it. */
export const pushRun = ({ store, brand, run }: Omit<Place, 'folder'>, stored: StoredRun): Promise<void> =>
  store.put(keysOf(brand).run(run), bytesOf(stored));

export const findRun = ({ store, brand, run }: Omit<Place, 'folder'>): Promise<StoredRun | undefined> =>
  readStoredRun(store, keysOf(brand), run);

/** Uploads a complete shard, first its bodies. Each is compared with its hash before, so that the merge has no need to. */
export async function pushPart(
  { store, brand, folder, run }: Place,
  part: PartialRelease,
  shard: Shard,
): Promise<void> {
  const keys = keysOf(brand);
  const live = openLiveOrNone(folder);
  try {
    const changed = Iterator.from(part.pages()).filter(({ path, hash }) => live?.page(path)?.hash !== hash);
    const upload = (page: Parameters<typeof readBody>[1]) =>
      store.put(keys.page(page.hash), readBody(part.folder, page));
    for await (const _ of mapConcurrently(changed, BODIES_AT_ONCE, upload));
  } finally {
    live?.close();
  }
  await store.put(keys.part(run, shard), zstdCompressSync(readFileSync(partialReleaseLogFile(part.folder))));
}

/** Numbers of the shards whose parts the store has. */
export async function findParts({ store, brand, run }: Place, of: number): Promise<ReadonlySet<number>> {
  const found = new Set<number>();
  const start = `${keysOf(brand).parts}${run}/`;
  for await (const { key } of store.list(start)) {
    const [, index, all] = /^(\d+)-of-(\d+)$/.exec(key.slice(start.length)) ?? [];
    if (Number(all) === of) found.add(Number(index));
  }
  return found;
}

/** Downloads a shard to where a merge looks for it. Pages that this machine has rendered for it are there already. */
export async function pullPart({ store, brand, folder, run }: Place, shard: Shard): Promise<PartialRelease> {
  const keys = keysOf(brand);
  const next = join(folder, 'releases', `.next-pull-${shard.index}-of-${shard.of}`);
  const [here, ...others] = findShardReleases(folder, shard);
  removePartialReleases([...others, { folder: next }].filter((other) => other.folder !== here?.folder));
  if (here && here.folder !== next) renameSync(here.folder, next);
  mkdirSync(join(next, 'site'), { recursive: true });
  const key = keys.part(run, shard);
  const { body } = await fetchObject(store, key);
  writeFileSync(partialReleaseLogFile(next), zstdDecompressSync(body));
  const part = openPartialRelease(next);
  if (!part?.isComplete) throw damagedError(store, key);
  const live = openLiveOrNone(folder);
  const pull = { store, keys, folder: next, linker: createLinker(), got: { pages: 0, files: 0, bytes: 0 } };
  try {
    for await (const _ of mapConcurrently(part.pages(), BODIES_AT_ONCE, (page) => pullPage(pull, page, live)));
  } finally {
    live?.close();
  }
  const target = shardFolder(folder, part.buildKey, shard);
  renameSync(next, target);
  return openPartialRelease(target) ?? part;
}
