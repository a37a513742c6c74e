export { SEED_KEY } from './book.ts';
export { DEFAULT_BOOKS } from './catalogue.ts';
export { type SeedReport, seedStore } from './seed-store.ts';
