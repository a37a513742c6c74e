export type { ReadAs } from '../collection/index.ts';
export { importFiles } from './import-files.ts';
export { storeCover } from './jobs.ts';
export { isSection } from './new-book.ts';
export { previewFile, previewFiles } from './preview.ts';
export type { BookPreview } from './preview-of.ts';
export type { ImportReport } from './report.ts';
export { watchFolder } from './watch-folder.ts';
