export { type BooksById, readChangedBooks } from './changed-books.ts';

export { compareSnapshot, type SnapshotComparison } from './compare-snapshot.ts';
export { countBooks } from './count-books.ts';
export { isReadByItem } from './dropped-items.ts';
export { listKey, listsOf } from './list-key.ts';
export { type LocalizedSite, openLocalizedSites } from './localized-sites.ts';
export { readPlanKey, storePlanKey } from './plan-key.ts';
export { snapshotTriggers } from './schema.ts';
export { bundleSettledBrand, type SettledBrand, settingsCheck } from './settled-brand.ts';
export { type OpenSource, openSource } from './source.ts';
export { readLosses } from './stored-losses.ts';
export { syncSnapshot } from './sync.ts';
export type { UpstreamClient } from './upstream-reader.ts';
export type { ResponseCache } from './upstream-response-cache.ts';
