export { removeUnusedMedia } from './media/unused-media.ts';
export { type PushConfig, readPushKeys } from './push/index.ts';
export { type Api, type ApiConfig, createApi } from './server.ts';
export { removeSalts, type StatisticsConfig } from './statistics/index.ts';
export { eraseReportedPassages } from './store/erase-reported-passages.ts';
export {
  auditLog,
  type BookChanges,
  type BrandTraces,
  brandTraces,
  type CopiedTable,
  codeObjects,
  copyStore,
  createWriter,
  deletedBook,
  type ForgottenBrand,
  findForeignEdits,
  forgetBrand,
  type InspectedPostgres,
  type InspectedStoreFile,
  inspectPostgres,
  inspectStore,
  openStore,
  type Publication,
  STORE_VERSIONS,
  type Store,
  type StoredTakedown,
  type StorePlace,
  setWholeBrands,
  storedBook,
  storedBooks,
  storedChapters,
  storedEditions,
  storedTakedown,
  transferStore,
} from './store/index.ts';
export { createMailer } from './visitors/mail.ts';
export { openSharedLimits, type SharedLimits } from './visitors/shared-limits.ts';
