export { DEFAULT_LIMITS, type EpubLimits } from './limits.ts';
export { readEpub } from './read.ts';
export { EpubRefused, type RefusalCode } from './refused.ts';
export { type LinkTargets, rewriteLinks } from './rewrite.ts';
export { subjectTags } from './subjects.ts';
export type { ImportedBook, ImportedChapter, ImportedCover, ImportedImage } from './types.ts';
