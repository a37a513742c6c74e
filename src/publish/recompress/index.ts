export { createIdleWait, lowerPriority } from './idle.ts';
export { type RecompressionEnd, type RecompressionOptions, recompressBrand } from './recompress-brand.ts';
