import type { PublicBrand } from '#src/brand/public-brand.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { aliasKey, type RecordedPage } from '#src/publish/release/index.ts';
import { openLocalizedSites } from '#src/publish/snapshot/index.ts';
import { foldedAlias } from '#src/routes/aliases.ts';
import type { ReleaseIndex } from '#src/serve/index.ts';

/**
 * Returns a release index with the pages and aliases of a snapshot, although no release with their files exists.
 * @param file the brand's `catalogue.db`
 */
export function indexSnapshot(brand: PublicBrand, file: string): ReleaseIndex {
  const pages = new Set<string>();
  const aliases = new Map<string, string>();
  const sites = openLocalizedSites(brand, file);
  try {
    for (const { site, source } of sites.all) {
      for (const view of PRERENDERED_VIEWS) {
        for (const ref of view.paths(source, site)) {
          pages.add(ref.path);
          for (const alias of [...ref.aliases, ...ref.aliases.map(foldedAlias)])
            if (alias !== undefined) aliases.set(aliasKey(site.locale.code, alias), ref.path);
        }
      }
    }
  } finally {
    sites.close();
  }
  return {
    // The other fields of a page are not used, because no file is sent.
    page: (path) => (pages.has(path) ? ({ path } as RecordedPage) : undefined),
    alias: (identity) => aliases.get(identity),
    hasAsset: () => false,
  };
}
