import { join } from 'node:path';
import {
  createWriter,
  eraseReportedPassages,
  removeUnusedMedia,
  type Store,
  type StoredTakedown,
  storedTakedown,
} from '#src/api/index.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';
import type { Log } from '#src/lib/log.ts';
import type { Rebuild } from '#src/publish/rebuild/index.ts';
import { acquireLock } from '#src/publish/rebuild/lock.ts';
import { addTakenDown, liveId, removeOtherReleases, setFirstWithout } from '#src/publish/release/index.ts';
import { type PublishedBrand, publishNow } from '../nights/publish-now.ts';

export interface TakedownOptions {
  readonly config: Config;
  readonly store: Store;
  readonly brands: readonly Brand[];
  readonly rebuild: Rebuild;
  readonly log: Log;
}

export interface TakedownReport {
  readonly status: 410 | 451;
  /** The result of publishing each brand, with the changed and removed pages. */
  readonly published: readonly PublishedBrand[];
  /** Older releases that were deleted, in the form `brand/release`. */
  readonly releases: readonly string[];
  /** Files of covers and images that were deleted. */
  readonly media: readonly string[];
}

/**
 * Takes a book down everywhere: from the API, the live sites and all older releases. If it is interrupted, it can be
 * called again. The first step is an entry in the list that servers and rollbacks check, so that no release can show
 * the book again.
 */
export async function takeDown(
  options: TakedownOptions,
  book: { readonly id: number; readonly key: string },
  reason: string | null,
): Promise<TakedownReport> {
  const { config, store, brands, rebuild, log } = options;
  const writer = createWriter(store, { command: 'content' });
  await writer.transaction(() => writer.takeDownBook(book.key, reason));
  await eraseReportedPassages(store, book.key);
  const takedown = await requireTakedown(store, book.id);
  const { reason: publicReason } = takedown;
  const entry = publicReason === null ? { status: 410 as const } : { status: 451 as const, reason: publicReason };
  const live = brands.filter(({ id }) => liveId(join(config.state, id)) !== undefined);
  const at = new Date().toISOString();
  for (const { id } of live) await addTakenDown(join(config.state, id), { book: book.id, at, ...entry });
  const releases: string[] = [];
  const published = await publishNow({
    config,
    rebuild,
    chosen: live,
    log,
    async onBrand({ id }) {
      const removed = await removeOlder(join(config.state, id), id);
      releases.push(...removed.map((release) => `${id}/${release}`));
    },
  });
  return { status: entry.status, published, releases, media: await removeUnusedMedia(store, takedown.media) };
}

async function requireTakedown(store: Store, id: number): Promise<StoredTakedown> {
  const takedown = await storedTakedown(store.catalogue, id);
  if (!takedown) throw new Error(`Book ${id} was not taken down.`);
  return takedown;
}

/** Deletes all releases except the live one, because they may contain the book. */
async function removeOlder(folder: string, brand: string): Promise<string[]> {
  const lock = acquireLock(folder, brand);
  try {
    const live = liveId(folder);
    if (live === undefined) return [];
    const removed = removeOtherReleases(folder, live);
    await setFirstWithout(folder, live);
    return removed;
  } finally {
    lock.release();
  }
}
