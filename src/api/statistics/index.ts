export { createStatistics, type Statistics } from './collect.ts';
export { type BrandStatistics, statisticsOf } from './of-brand.ts';
export { removeSalts } from './remove-salts.ts';
export type { StatisticsConfig } from './types.ts';
