import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Release } from '#src/publish/release/index.ts';

/**
 * Returns a function that gives a brand as the pages of a release show it, with the settings that the release was
 * published with. Pages rendered on request then look like the prerendered ones, before and after each publish.
 */
export function createReleaseBrand(brand: PublicBrand): (release: Release) => PublicBrand {
  const brands = new WeakMap<Release, PublicBrand>();
  return (release) => {
    const { settings } = release.info;
    if (!settings) return brand;
    const settled = brands.get(release) ?? { ...brand, ...settings };
    brands.set(release, settled);
    return settled;
  };
}
