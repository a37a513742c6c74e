import type { BrandData } from './schema.ts';

/** Gives the object in a `brand.ts` its type. The registry validates it when the brand is loaded. */
export function defineBrand(brand: BrandData): BrandData {
  return brand;
}
