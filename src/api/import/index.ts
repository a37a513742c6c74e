export { type ImportReport, importFiles } from './import-files.ts';
export { isSection } from './new-book.ts';
export { type BookPreview, previewFile } from './preview.ts';
export { storeCover } from './store-images.ts';
export { watchFolder } from './watch-folder.ts';
