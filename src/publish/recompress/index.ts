export { createIdleWait, lowerPriority } from './idle.ts';
export { recompressBrand } from './recompress-brand.ts';
export type { RecompressionEnd, RecompressionOptions } from './types.ts';
