import type { PublicBrand } from '#src/brand/public.ts';
import { openSource } from '#src/catalogue/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { createPaths } from '#src/paths.ts';
import type { Edition } from './plan.ts';

/** The brand in each of its locales, over one snapshot. */
export function openEditions(brand: PublicBrand, snapshot: string): { all: Edition[]; close(): void } {
  const opened = brand.locales.map((code) => {
    const locale = LOCALES[code];
    return { site: { brand, locale, paths: createPaths(code) }, source: openSource(snapshot, locale.section) };
  });
  return {
    all: opened,
    close: () => {
      for (const { source } of opened) source.close();
    },
  };
}
