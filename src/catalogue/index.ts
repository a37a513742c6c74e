export { type Edition, type OpenEditions, openEditions } from './editions.ts';
export { UpstreamError } from './errors.ts';
export type { UpstreamCaller } from './pull.ts';
export { type OpenSource, openSource } from './source.ts';
export type { StoredAnswers } from './stored-answers.ts';
export { type SyncOptions, syncCatalogue } from './sync.ts';
