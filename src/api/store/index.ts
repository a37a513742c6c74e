export { openStore, type Store } from './open.ts';
export type * from './records.ts';
export { createWriter } from './writer/index.ts';
