import type { PublicBrand } from '#src/brand/public-brand.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { Source } from '#src/view-models/source.ts';
import type { Site } from '#src/view-models/view.ts';
import { openSource } from './source.ts';

/** A brand in one of its locales, with that locale's content. */
export interface LocalizedSite {
  readonly site: Site;
  readonly source: Source;
}

export interface OpenLocalizedSites {
  readonly all: readonly LocalizedSite[];
  close(): void;
}

/** Opens the brand in each of its locales over one snapshot file. */
export function openLocalizedSites(brand: PublicBrand, file: string): OpenLocalizedSites {
  const all = brand.locales.map((code) => {
    const locale = LOCALES[code];
    return { site: { brand, locale, paths: createPaths(code) }, source: openSource(file, locale.section) };
  });
  return {
    all,
    close() {
      for (const { source } of all) source.close();
    },
  };
}
