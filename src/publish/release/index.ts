export { MAX_ASSET_BYTES } from './asset-files.ts';
export {
  type ListedRelease,
  listReleases,
  nextId,
  otherReleases,
  prune,
  type RollbackOptions,
  releaseFolders,
  removeLeftovers,
  removeOtherReleases,
  rollback,
} from './brand-releases.ts';
export { bundleFolder, linkBundleFolder } from './bundle-folder.ts';
export { type CheckOptions, checkRelease, type ReleaseCheck } from './check-release.ts';
export { cleanManifest } from './clean-manifest.ts';
export { compressPageBest, isBestCompressed, type PageQuality } from './compression.ts';
export { type Damage, type DamageSearch, findDamage, NO_DAMAGE, searchInSteps } from './damage.ts';
export { noteDamage, readDamageNote, removeDamageNote } from './damage-note.ts';
export { diffReleases, type ReleaseDiff } from './diff.ts';
export {
  checkRedirects,
  type Redirect,
  removeRedirects,
} from './edit-redirects.ts';
export { assetFile, pageFile } from './file-paths.ts';
export { flushToDisk } from './fsync.ts';
export { liveId, openLive, switchLive } from './live-release.ts';
export {
  aliasKey,
  CANONICAL,
  OTHER_BRAND,
  type PageFacts,
  type RecordedListing,
  type RecordedPage,
} from './manifest.ts';
export {
  addRedirects,
  addressKey,
  loadRedirects,
  type Redirects,
  readRedirects,
  redirectsFile,
} from './old-addresses.ts';
export { type ChangedPage, countTitles, readChangedPages } from './page-comparison.ts';
export { checkedPage, isMoment, MAX_PAGE_BYTES } from './page-records.ts';
export {
  createPageStore,
  isPageIntact,
  LostPagesError,
  type NewPage,
  PAGE_SUFFIXES,
  type PageStore,
} from './page-store.ts';
export {
  findPartialReleases,
  findShardReleases,
  openPartialRelease,
  openPartialReleaseLog,
  type PartialRelease,
  type PartialReleaseLog,
  partialReleaseLogFile,
  removePartialReleases,
  replaceShard,
  type Shard,
  shardFolder,
  shardFolderPrefix,
} from './partial-release.ts';
export {
  hasPageFiles,
  isIdleWorkDone,
  isRecompressed,
  isSearchDue,
  isSearchedInIdleTime,
  type Recompression,
  readRecompression,
  recompressionVersion,
  writeRecompression,
} from './recompression.ts';
export { refreshRecycledTree, STORED_MANIFEST } from './recycled-tree.ts';
export { openRelease, type Release } from './release.ts';
export { isFinishedRelease, isReleaseName, releasesFolder } from './release-folders.ts';
export { checkedReleaseInfo } from './release-info.ts';
export { createReleaseWriter, type ReleaseWriter, type UnchangedPages, type VersionedAsset } from './release-writer.ts';
export { type OrderedPage, pagesInRequestOrder } from './request-order.ts';
export type { SectionTotals } from './section-totals.ts';
export {
  addTakenDown,
  readTakenDown,
  setFirstWithout,
  type TakenDown,
  type TakenDownBook,
  takenDownFile,
} from './taken-down.ts';
export type { Acceptance, ManifestPage, ReleaseInfo } from './types.ts';
