export { createIdleWait, lowerPriority } from './idle.ts';
export { type RecompressionEnd, type RecompressionOptions, recompressBrand } from './recompress-brand.ts';
export { type Recompression, readRecompression } from './record.ts';
