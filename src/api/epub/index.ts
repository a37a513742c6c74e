export { EpubError, type EpubErrorCode } from './errors.ts';
export type { EpubLimits } from './limits.ts';
export { rewriteLinks } from './links.ts';
export { subjectTags } from './metadata.ts';
export { readEpub } from './read.ts';
export type { ImportedBook } from './types.ts';
