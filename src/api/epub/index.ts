export { EpubError, type EpubErrorCode } from './errors.ts';
export type { EpubLimits } from './limits.ts';
export { rewriteLinks } from './links.ts';
export { readEpub } from './read.ts';
export { subjectTags } from './subjects.ts';
export type { ImportedBook } from './types.ts';
