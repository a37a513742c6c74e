import { join } from 'node:path';
import type { BrandBundle } from '#src/brand/assets.ts';
import { messageOf } from '#src/lib/errors.ts';
import type { Log } from '#src/lib/log.ts';
import type { Loss } from '#src/lib/losses.ts';
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
} from '#src/release/index.ts';
import { ROBOTS_PATH, robotsTxt } from '#src/seo/robots.ts';
import type { Bundle } from '#src/site-bundle/index.ts';
import { brandFingerprint } from './build-key.ts';
import { codeKeysOf } from './code-changes.ts';
import { feedsOf } from './feeds.ts';
import { freeGarbage } from './free-garbage.ts';
import { keyPath } from './index-now.ts';
import type { PageRenderer } from './page-renderer.ts';
import type { ModelSource } from './plan.ts';
import type { Plan } from './plan-database.ts';
import type { Progress } from './progress.ts';
import type { SiteContent } from './publish-guard/content-facts.ts';
import type { OtherBrands } from './publish-guard/page-facts.ts';
import { renderStage } from './render-stage.ts';
import { openReusablePages, reusePages } from './reuse-partial-pages.ts';
import { searchFilesOf } from './search-files.ts';
import { mergeOnlyRenderer } from './shards.ts';
import type { SharedResources } from './shared-resources.ts';
import type { StageTimer } from './stage-timer.ts';
import { takeParts } from './take-parts.ts';
import type { RebuildOptions } from './types.ts';
import { verifyStage } from './verify-stage.ts';

/** All that it takes to make a release, or a shard of one. */
export interface ReleaseBuild {
  /** `var/<brand>`. */
  readonly folder: string;
  readonly branding: BrandBundle;
  readonly bundle: Bundle;
  /** See Brand. */
  readonly indexNowKey: string | undefined;
  /** The brand's `catalogue.db`. */
  readonly snapshot: string;
  readonly plan: Plan;
  /** What the plan was made from. */
  readonly source: ModelSource;
  /** Damaged files of the live release are written anew: it is published though nothing else differs. */
  readonly mends: boolean;
  /** Paths of its damaged pages. */
  readonly damaged: ReadonlySet<string>;
  /** See build-key.ts. */
  readonly buildKey: string;
  /** Pages that were rendered before this run. */
  readonly partialReleases: readonly PartialRelease[];
  /** Called for each page that is reused from a partial release. */
  onReused(): void;
  /** Called for each undecided page that is kept in the end, with its section (src/release/manifest.ts). */
  onUnchanged(section: string): void;
  readonly previous: Release | undefined;
  readonly timer: StageTimer;
  readonly progress: Progress;
  readonly shared: SharedResources;
  readonly options: RebuildOptions;
  /** The other brands of the installation. */
  readonly others: OtherBrands;
  /** What the snapshot holds. */
  readonly content: SiteContent;
  readonly now: (() => Date) | undefined;
  readonly log: Log;
  /** What the sync left out. */
  readonly losses: readonly Loss[];
}

/**
 * Renders, verifies and publishes a release as planned.
 * @returns undefined where the result is the same as the live release, so that nothing was published
 */
export async function buildRelease(build: ReleaseBuild): Promise<ReleaseInfo | undefined> {
  const { timer, progress, previous, mends } = build;
  const writer = openWriter(build);
  try {
    const problems = await timer.time('render', () => fillRelease(build, writer));
    await timer.time('sitemaps', () => addSearchFiles(build, writer));
    // After all that this release has itself: an outdated manifest does not tell sitemaps from browser files.
    writer.carryAssets();
    writer.setContent(contentToKeep(build));
    const info = writer.seal();
    progress.stage('verifying');
    const accepted = await timer.time('verify', () => verify(build, writer, problems));
    if (accepted) writer.accept(accepted);
    if (previous && !mends && !build.plan.changesAliases && isSameRelease(writer.folder, previous)) {
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
 * What the next night compares with. A correction keeps what the live release was made from: its other pages are still those,
 * and what has become of the catalogue since is for a night to judge.
 */
const contentToKeep = ({ content, options, previous }: ReleaseBuild): string =>
  (options.pages ? previous?.content() : undefined) ?? JSON.stringify(content);

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

/** A correction adds no page that sitemaps and feeds lack, so it keeps those of the live release, which may be older than feeds. */
async function addSearchFiles({ source, branding, options }: ReleaseBuild, writer: ReleaseWriter): Promise<void> {
  if (options.pages) writer.keepVersionedAssets();
  const files = options.pages ? feedsOf(source) : searchFilesOf(source, branding.brand);
  for (const file of files) {
    await writer.addVersionedAsset(file);
    // Each leaves the text of up to 45,000 addresses, and a large site has dozens.
    freeGarbage();
  }
}

async function withRenderer<T>(
  build: ReleaseBuild,
  { folder, created }: ReleaseWriter,
  work: (renderer: PageRenderer) => Promise<T>,
): Promise<T> {
  const { shared, branding, others, snapshot, previous, partialReleases, source, onReused, options, damaged } = build;
  const { brand } = branding;
  const pool = await shared.renderers();
  const isPart = options.pagesElsewhere !== undefined;
  const renderer = await pool.open({ brand, others, snapshot, folder, previous: previous?.folder, created, isPart });
  const { merge, inParts } = options;
  const fallback =
    merge === undefined ? renderer : mergeOnlyRenderer(renderer, { brand: brand.id, of: merge, damaged });
  try {
    if (partialReleases.length === 0) return await work(fallback);
    if (merge !== undefined && inParts) return await work(takeParts(renderer, partialReleases, previous, onReused));
    const pages = openReusablePages(`${folder}-parts.db`, partialReleases);
    try {
      return await work(reusePages(fallback, { pages, source, folder, previous, created, onReused }));
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
  const { branding, previous: live, content, options } = build;
  const { accept, pagesElsewhere } = options;
  const release = openRelease(writer.folder);
  try {
    const bring = pagesElsewhere?.bring;
    return await verifyStage({ release, brand: branding.brand, live, content, accept, problems, bring });
  } finally {
    release.close();
  }
}

/** Whether pages, sitemaps, bundle and brand are those of the live release, although pages had to be rendered to know it. */
function isSameRelease(sealed: string, previous: Release): boolean {
  const release = openRelease(sealed);
  try {
    // What an outdated manifest lacks is published, so that the next night can compare with it.
    if (previous.isOutdated) return false;
    if (release.info.bundle.id !== previous.info.bundle.id || release.info.pages !== previous.info.pages) return false;
    if (release.brandFingerprint() !== previous.brandFingerprint()) return false;
    if (release.assets().some(({ url, version }) => version !== '' && version !== previous.asset(url)?.version))
      return false;
    // A page with the same bytes but another date was repaired: its file in the live release is damaged.
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
    // The release is live, so old releases that could not be removed do not make the run fail.
    log.warn(`old releases of ${folder} could not be removed: ${messageOf(error)}`);
  }
}
