import { join } from 'node:path';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Bundle } from '#src/publish/bundle/index.ts';
import { brandFingerprint } from '#src/publish/plan/build-key.ts';
import { codeKeysOf } from '#src/publish/plan/code-changes.ts';
import type { ModelSource } from '#src/publish/plan/plan.ts';
import type { Plan } from '#src/publish/plan/plan-database.ts';
import {
  type Acceptance,
  createReleaseWriter,
  nextId,
  openPartialReleaseLog,
  openRelease,
  type PartialRelease,
  prune,
  type Release,
  type ReleaseInfo,
  type ReleaseWriter,
  switchLive,
} from '#src/publish/release/index.ts';
import { freeGarbage } from '#src/publish/render/free-garbage.ts';
import type { PageRenderer } from '#src/publish/render/page-renderer.ts';
import { renderStage } from '#src/publish/render/render-stage.ts';
import { openReusablePages, reusePages } from '#src/publish/render/reuse-partial-pages.ts';
import type { SharedResources } from '#src/publish/render/shared-resources.ts';
import { takeParts } from '#src/publish/render/take-parts.ts';
import type { SettledBrand } from '#src/publish/snapshot/index.ts';
import type { Loss } from '#src/publish/snapshot/losses.ts';
import type { SiteContent } from '#src/publish/verify/publish-guard/content-facts.ts';
import type { OtherBrands } from '#src/publish/verify/publish-guard/page-facts.ts';
import { verifyStage } from '#src/publish/verify/verify-stage.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/shell/head/robots.ts';
import { feedsOf } from './feeds.ts';
import { keyPath } from './index-now.ts';
import type { Progress } from './progress.ts';
import { acceptReason } from './run-scope.ts';
import { searchFilesOf } from './search-files.ts';
import type { StageTimer } from './stage-timer.ts';
import type { RebuildOptions } from './types.ts';

/** Everything needed to build a release. */
export interface ReleaseBuild {
  /** The brand's folder, `var/<brand>`. */
  readonly folder: string;
  readonly branding: SettledBrand;
  readonly bundle: Bundle;
  /** See `Brand`. */
  readonly indexNowKey: string | undefined;
  /** Path of the brand's `catalogue.db`. */
  readonly snapshot: string;
  readonly plan: Plan;
  /** The data that the plan is based on. */
  readonly source: ModelSource;
  /**
   * True if damaged files in the live release must be repaired. A release is then published even if it has no other
   * changes.
   */
  readonly repairs: boolean;
  /** See build-key.ts. */
  readonly buildKey: string;
  /** Pages rendered before this run. */
  readonly partialReleases: readonly PartialRelease[];
  /** Called for each page that is reused from a partial release. */
  onReused(): void;
  /**
   * Called with the section (src/publish/release/manifest.ts) of each undecided page that turns out to be unchanged.
   */
  onUnchanged(section: string): void;
  readonly previous: Release | undefined;
  readonly timer: StageTimer;
  readonly progress: Progress;
  readonly shared: SharedResources;
  readonly options: RebuildOptions;
  /** The other brands of the installation. */
  readonly others: OtherBrands;
  /** Counts of the snapshot's content. */
  readonly content: SiteContent;
  readonly now: (() => Date) | undefined;
  readonly log: Log;
  /** Items that the sync left out. */
  readonly losses: readonly Loss[];
  /** Gets a description of each broken link that the operator wrote. */
  readonly operatorLinks: Set<string>;
}

/**
 * Renders, verifies and publishes a release according to its plan.
 * @returns undefined if the result equals the live release, so that nothing was published
 */
export async function buildRelease(build: ReleaseBuild): Promise<ReleaseInfo | undefined> {
  const { timer, progress, previous, repairs } = build;
  const writer = openWriter(build);
  try {
    const problems = await timer.time('render', () => fillRelease(build, writer));
    await timer.time('sitemaps', () => addSearchFiles(build, writer));
    // Must run after the sitemaps are added: it skips recorded files, and in an outdated manifest of the previous
    // release, sitemaps look like browser files.
    writer.carryAssets();
    writer.setContent(contentToKeep(build));
    const info = writer.seal();
    progress.stage('verifying');
    const accepted = await timer.time('verify', () => verify(build, writer, problems));
    if (accepted) writer.accept(accepted);
    if (previous && !repairs && !build.plan.changesAliases && isSameRelease(writer.folder, previous)) {
      writer.discard();
      return undefined;
    }
    progress.stage('publishing');
    await timer.time('publish', () => publish(build, writer, info.id));
    return accepted ? { ...info, accepted } : info;
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/**
 * The content counts to record for the next rebuild. A correction records those of the live release: it publishes only
 * a few pages, and the next rebuild must still check all changes to the catalogue since the live release.
 */
const contentToKeep = ({ content, options, previous }: ReleaseBuild): string =>
  (options.mode === 'correction' ? previous?.content() : undefined) ?? JSON.stringify(content);

function openWriter({ folder, branding, bundle, plan, previous, now, losses, options }: ReleaseBuild): ReleaseWriter {
  const created = now?.() ?? new Date();
  return createReleaseWriter({
    releases: join(folder, 'releases'),
    id: nextId(folder, created),
    created,
    previous,
    brand: branding.brand.id,
    brandFingerprint: brandFingerprint(branding.brand),
    bundle: { id: bundle.id, csp: bundle.csp, code: codeKeysOf(bundle.pageKeys) },
    keepsPages: plan.kept > 0,
    isPart: options.pagesElsewhere !== undefined,
    losses,
    settings: branding.replaced,
  });
}

async function fillRelease(build: ReleaseBuild, writer: ReleaseWriter): Promise<string[]> {
  const { branding, bundle, plan, progress, buildKey, onUnchanged, indexNowKey } = build;
  for (const { url, content } of branding.files) writer.addAsset(url, content);
  for (const { url, file } of bundle.assets) writer.addAsset(url, { file });
  writer.addAsset(ROBOTS_PATH, Buffer.from(robotsTxt(branding.brand)));
  if (indexNowKey !== undefined) writer.addAsset(keyPath(indexNowKey), Buffer.from(indexNowKey));
  const log = openPartialReleaseLog(writer.folder, { buildKey });
  try {
    return await withRenderer(build, writer, (renderer) =>
      renderStage({ plan, renderer, writer, log, progress, onUnchanged }),
    );
  } finally {
    log.close();
  }
}

/** Adds sitemaps and feeds. A correction keeps the files of the live release, because it changes no entries. */
async function addSearchFiles({ source, branding, options }: ReleaseBuild, writer: ReleaseWriter): Promise<void> {
  const isCorrection = options.mode === 'correction';
  if (isCorrection) writer.keepVersionedAssets();
  const files = isCorrection ? feedsOf(source) : searchFilesOf(source, branding.brand);
  for (const file of files) {
    await writer.addVersionedAsset(file);
    // Each sitemap file leaves garbage in memory for up to 45,000 URLs, and a large site has dozens of these files.
    freeGarbage();
  }
}

async function withRenderer<T>(
  build: ReleaseBuild,
  { folder, created }: ReleaseWriter,
  work: (renderer: PageRenderer) => Promise<T>,
): Promise<T> {
  const { shared, branding, others, snapshot, previous, partialReleases, source, onReused, options } = build;
  const { brand } = branding;
  const pool = await shared.renderers();
  const isPart = options.pagesElsewhere !== undefined;
  const renderer = await pool.open({ brand, others, snapshot, folder, previous: previous?.folder, created, isPart });
  try {
    if (options.mode === 'merge') return await work(takeParts(renderer, partialReleases, previous, onReused));
    if (partialReleases.length === 0) return await work(renderer);
    const pages = openReusablePages(`${folder}-parts.db`, partialReleases);
    try {
      return await work(reusePages(renderer, { pages, source, folder, previous, created, onReused }));
    } finally {
      pages.close();
    }
  } finally {
    await renderer.close();
  }
}

async function verify(
  build: ReleaseBuild,
  writer: ReleaseWriter,
  problems: readonly string[],
): Promise<Acceptance | undefined> {
  const { branding, previous: live, content, options, operatorLinks } = build;
  const release = openRelease(writer.folder);
  try {
    const accept = acceptReason(options);
    const bring = options.pagesElsewhere?.bring;
    const { brand } = branding;
    return await verifyStage({ release, brand, live, content, accept, problems, operatorLinks, bring });
  } finally {
    release.close();
  }
}

/**
 * Whether pages, sitemaps, bundle and brand equal those of the live release. Called after the undecided pages are
 * rendered.
 */
function isSameRelease(sealed: string, previous: Release): boolean {
  const release = openRelease(sealed);
  try {
    // An outdated manifest is replaced even if nothing changed, so that the next rebuild has a current one to compare
    // with.
    if (previous.isOutdated) return false;
    if (release.info.bundle.id !== previous.info.bundle.id || release.info.pages !== previous.info.pages) return false;
    if (release.brandFingerprint() !== previous.brandFingerprint()) return false;
    if (release.assets().some(({ url, version }) => version !== '' && version !== previous.asset(url)?.version))
      return false;
    // A page with the same bytes but a different date has been repaired: its file in the live release is damaged.
    return Iterator.from(release.pages()).every(({ path, hash, modified }) => {
      const before = previous.page(path);
      return before?.hash === hash && before.modified === modified;
    });
  } finally {
    release.close();
  }
}

async function publish({ folder, log }: ReleaseBuild, writer: ReleaseWriter, id: string): Promise<void> {
  await writer.finish();
  await switchLive(folder, id);
  try {
    prune(folder);
  } catch (error) {
    // The release is already live, so the run succeeds even if old releases cannot be removed.
    log.warn(`old releases of ${folder} could not be removed: ${messageOf(error)}`);
  }
}
