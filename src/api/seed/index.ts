export { type CatalogueOptions, planCatalogue } from './catalogue.ts';
export { type SeedOptions, type SeedReport, seedStore } from './seed-store.ts';
