import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { brandFingerprint, ownFingerprint } from '#src/publish/plan/build-key.ts';
import { VerificationError } from '#src/publish/rebuild/errors.ts';
import type { RebuildOptions } from '#src/publish/rebuild/types.ts';
import { type Acceptance, countTitles, type Release, readChangedPages } from '#src/publish/release/index.ts';
import { deadLinkFindings, followedPages } from './dead-links.ts';
import { parseContent, type SiteContent } from './publish-guard/content-facts.ts';
import { type Finding, isAcceptable } from './publish-guard/finding.ts';
import { guardFindings } from './publish-guard/guard.ts';
import { sumUpChanges } from './publish-guard/page-changes.ts';
import { REQUIRED_FILES, type RequiredPage, requiredPaths } from './publish-guard/required-pages.ts';

interface Verification {
  readonly release: Release;
  readonly brand: PublicBrand;
  /** The live release; undefined if there is none. */
  readonly live: Release | undefined;
  /** Counts of the snapshot that the release was built from. */
  readonly content: SiteContent;
  /** The operator's reason for accepting the findings. */
  readonly accept: string | undefined;
  /** Problems found with pages during rendering. */
  readonly problems: readonly string[];
  /** Gets a description of each broken link that the operator wrote. */
  readonly operatorLinks: Set<string>;
  /** See `RebuildOptions`. */
  readonly bring?: NonNullable<RebuildOptions['pagesElsewhere']>['bring'] | undefined;
}

/**
 * Checks a sealed release before it goes live.
 * @returns the accepted findings; undefined if there were none
 * @throws VerificationError naming the problems
 */
export async function verifyStage(check: Verification): Promise<Acceptance | undefined> {
  const { brand, accept } = check;
  const findings = await findingsOf(check);
  if (findings.length === 0) return undefined;
  if (accept === undefined || !findings.every(isAcceptable)) throw new VerificationError(findings, brand.id);
  return { reason: accept, findings: findings.map(({ rule, what }) => `${rule}: ${what}`) };
}

async function findingsOf(check: Verification): Promise<Finding[]> {
  const { release, brand, live, content, problems, operatorLinks, bring } = check;
  const changes = sumUpChanges(readChangedPages(release, live));
  const changed = changes.values().reduce((pages, section) => pages + section.added + section.changed, 0);
  const followed = followedPages(release, changed);
  await bring?.(release.folder, followed);
  const readableLive = live?.isOutdated ? undefined : live;
  const isOtherSite =
    live?.info.bundle.id !== release.info.bundle.id ||
    ownFingerprint(live.brandFingerprint()) !== ownFingerprint(brandFingerprint(brand));
  return [
    ...problems.map((what): Finding => ({ rule: 'broken-page', what })),
    ...guardFindings({
      locales: brand.locales,
      live: { content: readableLive && parseContent(readableLive), sections: readableLive?.sections() },
      now: { content, sections: release.sections() ?? {} },
      changes,
      required: requiredOf(release, readableLive, brand),
      isOtherSite,
      titles: isOtherSite && readableLive ? { live: countTitles(readableLive), now: countTitles(release) } : undefined,
    }),
    ...deadLinkFindings(release, brand, followed, operatorLinks),
  ];
}

function requiredOf(release: Release, live: Release | undefined, { locales }: PublicBrand): RequiredPage[] {
  const pages = requiredPaths(locales).map((path) => ({
    path,
    bytes: release.page(path)?.bytes,
    liveBytes: live?.page(path)?.bytes,
  }));
  const files = REQUIRED_FILES.map((path) => ({
    path,
    bytes: release.hasAsset(path) ? statSync(join(release.folder, 'site', path)).size : undefined,
    liveBytes: undefined,
  }));
  return [...pages, ...files];
}
