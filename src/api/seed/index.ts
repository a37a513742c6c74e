export { type SeedReport, seedStore } from './seed-store.ts';
