import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { LecternError } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Rebuild } from '#src/rebuild/index.ts';
import { holdFolder } from '#src/rebuild/lock.ts';
import {
  findPartialReleases,
  findShardReleases,
  liveId,
  type PartialRelease,
  removePartialReleases,
} from '#src/release/index.ts';
import { findParts, type ObjectStore, pullOnce, pullSnapshot, pushPart } from '#src/release-store/index.ts';
import type { ShardOrder } from './orders.ts';

/** What a worker has. */
export interface Workplace {
  readonly store: ObjectStore;
  /** Folder of all state: the worker's own, no site shows what is in it. */
  readonly state: string;
  readonly rebuild: Rebuild;
  /** Id of the site bundle of this worker's code. */
  readonly code: string;
  readonly log: Log;
}

/** A worker of this code, or with these brands, cannot do the job; another can. */
export class OtherCodeError extends LecternError {
  constructor(message: string) {
    super('OTHER_CODE', message);
  }
}

/**
 * Renders a shard and uploads it.
 * @returns how many pages it has; none where it is there already, or its night is over
 */
export async function renderShardOrder(place: Workplace, brand: Brand, order: ShardOrder): Promise<number> {
  const { store, state, rebuild, code } = place;
  const { run, index, of, full } = order;
  if (order.code !== code) throw new OtherCodeError('The shard is of other code than this worker has.');
  const folder = join(state, brand.id);
  const shard = { index, of };
  const parts = { store, brand: brand.id, folder, run };
  if ((await findParts(parts, of)).has(index)) return 0;
  await pullOnce(store, folder, holdFolder);
  if ((liveId(folder) ?? null) !== order.live) return 0;
  {
    using _held = holdFolder(folder);
    await pullSnapshot(parts, order.snapshot, join(folder, 'catalogue.db'));
  }
  const report = await rebuild.run(brand, { shard, full });
  const part = completeShard(folder, shard);
  if (part) await pushPart(parts, part, shard);
  // Of nights that were cut otherwise.
  removePartialReleases(findPartialReleases(folder).filter((other) => other.shard?.of !== of));
  return report.pages.rendered;
}

const completeShard = (folder: string, shard: { index: number; of: number }): PartialRelease | undefined =>
  findShardReleases(folder, shard).find(({ isComplete }) => isComplete);
