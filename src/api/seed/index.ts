export { DEFAULT_BOOKS } from './catalogue.ts';
export { type SeedReport, seedStore } from './seed-store.ts';
