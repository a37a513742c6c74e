export { divideFiles, isBookFile, isIgnored, isPage, isPicture, type ReadAs } from './numbered/divide.ts';
export { readBook, readCollection } from './read-collection.ts';
export { originalName } from './site/pictures.ts';
export { isExportName } from './site/read-exports.ts';
export type { Collection, CollectionBook, CollectionFile, OldAddresses, Refusal } from './types.ts';
