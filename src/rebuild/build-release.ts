import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import {
  createReleaseWriter,
  nextId,
  openPartLog,
  openRelease,
  type Part,
  prune,
  type Release,
  type ReleaseInfo,
  type ReleaseWriter,
  switchTo,
} from '#src/release/index.ts';
import type { Bundle } from '#src/site-bundle/index.ts';
import type { Clock } from './stage-timer.ts';
import type { Maker } from './page-renderer.ts';
import { openPartIndex, type PartIndex } from './part-index.ts';
import { refusingMaker } from './shards.ts';
import type { PlanContext } from './plan.ts';
import type { Plan } from './plan-database.ts';
import { fingerprintOf } from './plan-stage.ts';
import type { Progress } from './progress.ts';
import { renderStage } from './render-stage.ts';
import type { Shared } from './shared-resources.ts';
import { takingOver } from './reuse-pages.ts';
import type { RebuildOptions } from './types.ts';
import { verifyStage } from './verify-stage.ts';

export interface Making {
  /** `var/<brand>`. */
  readonly folder: string;
  readonly branding: BrandBundle;
  readonly bundle: Bundle;
  /** The brand's `catalogue.db`. */
  readonly snapshot: string;
  readonly plan: Plan;
  /** What the plan was made from. */
  readonly context: Pick<PlanContext, 'editions' | 'views'>;
  /** What all pages depend on besides their data (parts.ts). */
  readonly ground: string;
  /** Pages that were rendered already. */
  readonly parts: readonly Part[];
  /** Told of each page that is taken from a part. */
  taken(): void;
  /** Told of each planned page that stays after all. */
  kept(): void;
  readonly previous: Release | undefined;
  readonly clock: Clock;
  readonly progress: Progress;
  readonly shared: Shared;
  readonly options: RebuildOptions;
  readonly now: (() => Date) | undefined;
  readonly log: Log;
}

/**
 * Renders, verifies and publishes a release as planned.
 * @returns undefined where everything rendered came out as the live release has it
 */
export async function makeRelease(making: Making): Promise<ReleaseInfo | undefined> {
  const { clock, progress, previous } = making;
  const writer = openWriter(making);
  try {
    const faults = await clock.time('render', () => fill(making, writer));
    const info = writer.seal();
    progress.stage('verifying');
    await clock.time('verify', () => verify(making, writer, faults));
    if (previous && !making.plan.changesNames && isSame(writer.folder, previous)) {
      writer.discard();
      return undefined;
    }
    progress.stage('publishing');
    await clock.time('publish', () => publish(making, writer, info.id));
    return info;
  } catch (error) {
    writer.discard();
    throw error;
  }
}

function openWriter({ folder, branding, bundle, plan, previous, now }: Making): ReleaseWriter {
  const created = now?.() ?? new Date();
  return createReleaseWriter({
    releases: join(folder, 'releases'),
    id: nextId(folder, created),
    created,
    previous,
    brand: branding.brand.id,
    brandFingerprint: fingerprintOf(branding.brand),
    bundle: { id: bundle.id, csp: bundle.csp },
    keeps: plan.kept > 0,
  });
}

async function fill(making: Making, writer: ReleaseWriter): Promise<string[]> {
  const { branding, bundle, plan, progress, ground, kept } = making;
  for (const { url, content } of branding.files) writer.addAsset(url, content);
  for (const { url, file } of bundle.assets) writer.addAsset(url, { file });
  writer.carryAssets();
  const log = openPartLog(writer.folder, { ground });
  try {
    return await withMaker(making, writer, (maker) => renderStage({ plan, maker, writer, log, progress, kept }));
  } finally {
    log.close();
  }
}

async function withMaker<T>(making: Making, writer: ReleaseWriter, work: (maker: Maker) => Promise<T>): Promise<T> {
  const { shared, branding, snapshot, previous, parts, context, taken, options } = making;
  const { folder, created } = writer;
  const { brand } = branding;
  const makers = await shared.makers();
  const maker = await makers.open({ brand, snapshot, folder, previous: previous?.folder, created });
  let index: PartIndex | undefined;
  try {
    index = parts.length === 0 ? undefined : openPartIndex(`${folder}-parts.db`, parts);
    const other = options.merge === undefined ? maker : refusingMaker(maker, brand.id, options.merge);
    return await work(index ? takingOver(other, { index, context, folder, previous, created, taken }) : other);
  } finally {
    index?.close();
    await maker.close();
  }
}

function verify({ branding, previous, plan, options }: Making, writer: ReleaseWriter, faults: readonly string[]): void {
  const release = openRelease(writer.folder);
  const { accept } = options;
  // What stands around a correction was not made with it.
  const also = options.pages ? Iterator.from(plan.jobs()).map(({ ref }) => ref.path) : [];
  try {
    verifyStage({ release, brand: branding.brand, live: previous, accept, faults, also });
  } finally {
    release.close();
  }
}

/** Pages, bundle and brand are those of the live release, though pages had to be rendered to know. */
function isSame(sealed: string, previous: Release): boolean {
  const release = openRelease(sealed);
  try {
    if (release.info.bundle.id !== previous.info.bundle.id || release.info.pages !== previous.info.pages) return false;
    if (release.brandFingerprint() !== previous.brandFingerprint()) return false;
    // A page that is newer though it is the same was mended: its file had been damaged.
    return Iterator.from(release.pages()).every(({ path, hash, modified }) => {
      const before = previous.page(path);
      return before?.hash === hash && before.modified === modified;
    });
  } finally {
    release.close();
  }
}

async function publish({ folder, log }: Making, writer: ReleaseWriter, id: string): Promise<void> {
  await writer.finish();
  await switchTo(folder, id);
  try {
    prune(folder);
  } catch (error) {
    // The release is live: old ones that could not be removed do not make the run a failed one.
    log.warn(`old releases of ${folder} could not be removed: ${messageOf(error)}`);
  }
}
