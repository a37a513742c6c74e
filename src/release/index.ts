export { aliasKey } from './alias-key.ts';
export { liveId, openLive, switchTo } from './current.ts';
export { diffReleases, type ReleaseDiff } from './diff.ts';
export type { RecordedPage } from './manifest.ts';
export { type Asset, openRelease, type Release } from './reader.ts';
export { clearLeftovers, type ListedRelease, listReleases, nextId, prune, rollback } from './releases.ts';
export type { ManifestPage, ReleaseInfo } from './types.ts';
export { SUFFIX } from './variants.ts';
export { createReleaseWriter, type NewPage, type ReleaseWriter, type WriterOptions } from './writer.ts';
