import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { ModelSource } from '#src/publish/plan/plan.ts';
import type { Release, VersionedAsset } from '#src/publish/release/index.ts';
import { sitemapFiles } from '#src/shell/head/sitemap.ts';
import { sitemapGroups } from '#src/shell/page/sitemap-groups.ts';
import { feedsOf } from './feeds.ts';

/** The sitemaps and feeds of a brand in all its languages: files with a fixed URL. */
export function* searchFilesOf(source: ModelSource, brand: PublicBrand): Iterable<VersionedAsset> {
  yield* sitemapFiles(
    brand,
    source.sites.map((localized) => ({
      locale: localized.site.locale.code,
      groups: sitemapGroups(source.views, localized.source, localized.site),
    })),
  );
  yield* feedsOf(source);
}

/**
 * Whether sitemaps or feeds differ from those of a release. They can change even if no page does, for example through
 * the date of a chapter that is not prerendered.
 */
export function changesSearchFiles(
  source: ModelSource,
  brand: PublicBrand,
  { assets, asset }: Pick<Release, 'assets' | 'asset'>,
): boolean {
  let count = 0;
  for (const { url, version } of searchFilesOf(source, brand)) {
    if (asset(url)?.version !== version) return true;
    count += 1;
  }
  return assets().filter(({ version }) => version !== '').length !== count;
}
