export { type BooksById, readChangedBooks } from './changed-books.ts';
export { type Edition, type OpenEditions, openEditions } from './editions.ts';
export { UpstreamError } from './errors.ts';
export { listKey, listsOf } from './list-key.ts';
export { notePlanned, readPlanned } from './planned.ts';
export type { UpstreamCaller } from './pull.ts';
export { type OpenSource, openSource } from './source.ts';
export type { StoredAnswers } from './stored-answers.ts';
export { type SyncOptions, syncCatalogue } from './sync.ts';
