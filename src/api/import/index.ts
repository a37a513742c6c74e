export { type ImportReport, importFiles } from './import-files.ts';
export { isSection } from './new-book.ts';
export { storeCover } from './store-images.ts';
