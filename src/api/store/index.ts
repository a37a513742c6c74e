export { copyStore } from './copy-store.ts';
export { type BrandTraces, brandTraces, type ForgottenBrand, forgetBrand } from './forget-brand.ts';
export { openStore, type Store } from './open.ts';
export { auditLog, storedBook, storedBooks } from './reads/content.ts';
export type * from './records.ts';
export { toTimestamp } from './timestamp.ts';
export { setWholeBrands } from './whole-brands.ts';
export { recordFreedChapters } from './writer/freed-chapters.ts';
export { createWriter } from './writer/index.ts';
