import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  findShardReleases,
  flushToDisk,
  openPartialReleaseLog,
  type PartialRelease,
  type PartialReleaseLog,
  replaceShard,
  type Shard,
  shardFolder,
  shardFolderPrefix,
} from '#src/release/index.ts';
import type { ReleaseBuild } from './build-release.ts';
import { VerificationError } from './errors.ts';
import { renderJobs } from './render-stage.ts';
import { openReusablePages, type ReusablePages, reusePages } from './reuse-partial-pages.ts';
import { shardOf } from './shards.ts';

/**
 * Renders one shard of a plan into a partial release, which waits to be merged on this machine or another.
 * @returns how many pages it has
 */
export function renderShard(build: ReleaseBuild, shard: Shard): Promise<number> {
  return writeShard(build, shard, async (target) => {
    const pages = await build.timer.time('render', () => fillShard(build, shard, target));
    target.log.complete();
    await flushToDisk(target.folder);
    return pages;
  });
}

export interface ShardTarget {
  readonly folder: string;
  readonly log: PartialReleaseLog;
  /** What was rendered of the shard before this run. */
  readonly before: readonly PartialRelease[];
}

/** Lets a shard be written into a folder of its own, which is then put in place of what was rendered of it before. */
export async function writeShard<T>(
  { folder: brandFolder, buildKey }: Pick<ReleaseBuild, 'folder' | 'buildKey'>,
  shard: Shard,
  write: (target: ShardTarget) => Promise<T>,
): Promise<T> {
  const before = findShardReleases(brandFolder, shard);
  const folder = join(brandFolder, 'releases', `${shardFolderPrefix(shard)}${randomBytes(4).toString('hex')}`);
  mkdirSync(join(folder, 'site'), { recursive: true });
  const log = openPartialReleaseLog(folder, { buildKey, shard });
  try {
    const result = await write({ folder, log, before });
    log.close();
    replaceShard(folder, shardFolder(brandFolder, buildKey, shard), before);
    return result;
  } catch (error) {
    log.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

async function fillShard(build: ReleaseBuild, shard: Shard, { folder, log, before }: ShardTarget): Promise<number> {
  const { plan, progress, source, buildKey, shared, branding, snapshot, now, onReused } = build;
  const created = (now?.() ?? new Date()).toISOString();
  // Nothing is linked from the live release, because the machine that merges may have another one.
  const previous = undefined;
  const pool = await shared.renderers();
  const renderer = await pool.open({
    brand: branding.brand,
    others: build.others,
    snapshot,
    folder,
    previous,
    created,
  });
  const jobs = () => Iterator.from(plan.jobs()).filter(({ ref }) => shardOf(ref.path, shard.of) === shard.index);
  let pages: ReusablePages | undefined;
  try {
    const sameBuild = before.filter((partial) => partial.buildKey === buildKey);
    pages = openReusablePages(`${folder}.db`, sameBuild);
    const reusing = reusePages(renderer, { pages, source, folder, previous, created, onReused });
    const total = jobs().reduce((count) => count + 1, 0);
    progress.stage('rendering', total);
    refuseProblems(await renderJobs(jobs(), { renderer: reusing, progress, record: log.add }), branding.brand.id);
    return total;
  } finally {
    pages?.close();
    await renderer.close();
  }
}

/** @throws VerificationError where validation found something wrong with a page */
export function refuseProblems(problems: readonly string[], brand: string): void {
  if (problems.length === 0) return;
  throw new VerificationError(
    problems.map((what) => ({ rule: 'broken-page', what })),
    brand,
  );
}
