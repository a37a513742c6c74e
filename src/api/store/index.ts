export { codeObjects } from './code-objects.ts';
export { copyStore } from './copy-store.ts';
export { findForeignEdits } from './foreign-edits.ts';
export { type BrandTraces, brandTraces, type ForgottenBrand, forgetBrand } from './forget-brand.ts';
export { type InspectedPostgres, type InspectedStoreFile, inspectPostgres, inspectStore } from './inspect-store.ts';
export { openStore, STORE_VERSIONS, type Store } from './open.ts';
export {
  auditLog,
  deletedBook,
  type StoredTakedown,
  storedBook,
  storedBooks,
  storedChapters,
  storedTakedown,
} from './reads/content.ts';
export type { SoughtBook } from './reads/resembling-books.ts';
export { storedEditions } from './reads/stored-editions.ts';
export type * from './records.ts';
export { toTimestamp } from './timestamp.ts';
export { type CopiedTable, type StorePlace, transferStore } from './transfer/index.ts';
export { setWholeBrands } from './whole-brands.ts';
export { publishDue } from './writer/due-publications.ts';
export { recordFreedChapters } from './writer/freed-chapters.ts';
export { createWriter } from './writer/index.ts';
