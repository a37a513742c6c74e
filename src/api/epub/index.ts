export { EpubError, type EpubErrorCode } from './errors.ts';
export { DEFAULT_LIMITS, type EpubLimits } from './limits.ts';
export { type LinkTargets, rewriteLinks } from './links.ts';
export { subjectTags } from './metadata.ts';
export { readEpub } from './read.ts';
export type { ImportedBook, ImportedChapter, ImportedCover, ImportedImage } from './types.ts';
