import type { PublicBrand } from '#src/brand/public-brand.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { Site } from '#src/shell/page/view.ts';
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

/** Opens the snapshot once for each locale of the brand. */
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
