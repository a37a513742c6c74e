import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  flushToDisk,
  openPartLog,
  type Part,
  type PartLog,
  partFolder,
  partsOfShard,
  replacePart,
  type Shard,
  shardPrefix,
} from '#src/release/index.ts';
import type { Making } from './build-release.ts';
import { openPartIndex, type PartIndex } from './part-index.ts';
import { shardOf } from './shards.ts';
import { renderJobs } from './render-stage.ts';
import { takingOver } from './reuse-pages.ts';
import { VerificationError } from './verify-stage.ts';

/**
 * Renders one shard of a plan into a folder of its own, which waits to be merged on this machine or another.
 * @returns how many pages it has
 */
export async function makePart(making: Making, shard: Shard): Promise<number> {
  const { folder, ground, clock } = making;
  const before = partsOfShard(folder, shard);
  const aside = join(folder, 'releases', `${shardPrefix(shard)}${randomBytes(4).toString('hex')}`);
  mkdirSync(join(aside, 'site'), { recursive: true });
  const log = openPartLog(aside, { ground, shard });
  try {
    const pages = await clock.time('render', () => fill(making, shard, { folder: aside, log, before }));
    log.complete();
    log.close();
    await flushToDisk(aside);
    replacePart(aside, partFolder(folder, ground, shard), before);
    return pages;
  } catch (error) {
    log.close();
    rmSync(aside, { recursive: true, force: true });
    throw error;
  }
}

interface Aside {
  readonly folder: string;
  readonly log: PartLog;
  readonly before: ReturnType<typeof partsOfShard>;
}

async function fill(making: Making, { index: number, of }: Shard, { folder, log, before }: Aside): Promise<number> {
  const { plan, progress, context, ground, shared, branding, snapshot, now, taken } = making;
  const created = (now?.() ?? new Date()).toISOString();
  // A part is whole by itself: machines need not have the same live release.
  const previous = undefined;
  const makers = await shared.makers();
  const maker = await makers.open({ brand: branding.brand, snapshot, folder, previous, created });
  const own = (part: Part) => part.ground === ground;
  let index: PartIndex | undefined;
  const jobs = () => Iterator.from(plan.jobs()).filter(({ ref }) => shardOf(ref.path, of) === number);
  try {
    index = openPartIndex(`${folder}.db`, before.filter(own));
    const taking = takingOver(maker, { index, context, folder, previous, created, taken });
    const pages = jobs().reduce((count) => count + 1, 0);
    progress.stage('rendering', pages);
    const faults = await renderJobs(jobs(), { maker: taking, progress, record: log.add });
    if (faults.length > 0) throw new VerificationError(faults);
    return pages;
  } finally {
    index?.close();
    await maker.close();
  }
}
