export { type ImportReport, importFiles } from './import-files.ts';
export { storeCover } from './jobs.ts';
export { isSection } from './new-book.ts';
export { previewFile } from './preview.ts';
export type { BookPreview } from './preview-of.ts';
export { watchFolder } from './watch-folder.ts';
