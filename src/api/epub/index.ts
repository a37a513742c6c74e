export { EpubError, type EpubErrorCode } from './errors.ts';
export { DEFAULT_LIMITS, type EpubLimits } from './limits.ts';
export { readEpub } from './read.ts';
export { type LinkTargets, rewriteLinks } from './rewrite.ts';
export { subjectTags } from './subjects.ts';
export type { ImportedBook, ImportedChapter, ImportedCover, ImportedImage } from './types.ts';
