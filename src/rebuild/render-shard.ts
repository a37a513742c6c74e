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
export async function renderShard(build: ReleaseBuild, shard: Shard): Promise<number> {
  const { buildKey, timer } = build;
  const before = findShardReleases(build.folder, shard);
  const folder = join(build.folder, 'releases', `${shardFolderPrefix(shard)}${randomBytes(4).toString('hex')}`);
  mkdirSync(join(folder, 'site'), { recursive: true });
  const log = openPartialReleaseLog(folder, { buildKey, shard });
  try {
    const pages = await timer.time('render', () => fillShard(build, shard, { folder, log, before }));
    log.complete();
    log.close();
    await flushToDisk(folder);
    replaceShard(folder, shardFolder(build.folder, buildKey, shard), before);
    return pages;
  } catch (error) {
    log.close();
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

interface Target {
  readonly folder: string;
  readonly log: PartialReleaseLog;
  /** What was rendered of the shard before this run. */
  readonly before: readonly PartialRelease[];
}

async function fillShard(build: ReleaseBuild, shard: Shard, { folder, log, before }: Target): Promise<number> {
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
    const problems = await renderJobs(jobs(), { renderer: reusing, progress, record: log.add });
    if (problems.length > 0)
      throw new VerificationError(
        problems.map((what) => ({ rule: 'broken-page', what })),
        branding.brand.id,
      );
    return total;
  } finally {
    pages?.close();
    await renderer.close();
  }
}
