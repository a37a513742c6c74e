export { openStore, type Store } from './open.ts';
export type * from './records.ts';
export { createWriter, type WriterOptions } from './writer/index.ts';
