import type { BrandData } from './schema.ts';

/** Types the data of a `brand.ts`. The registry checks it. */
export function defineBrand(brand: BrandData): BrandData {
  return brand;
}
