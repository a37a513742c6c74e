export { type BooksById, readChangedBooks } from './changed-books.ts';
export { UpstreamError } from './errors.ts';
export { listKey, listsOf } from './list-key.ts';
export { type LocalizedSite, type OpenLocalizedSites, openLocalizedSites } from './localized-sites.ts';
export { readPlanKey, storePlanKey } from './plan-key.ts';
export type { ResponseCache } from './response-cache.ts';
export { type OpenSource, openSource } from './source.ts';
export { type SyncOptions, syncSnapshot } from './sync.ts';
export type { UpstreamCaller } from './upstream-reader.ts';
