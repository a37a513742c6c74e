import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Release, VersionedAsset } from '#src/release/index.ts';
import { sitemapFiles } from '#src/seo/sitemap.ts';
import { sitemapGroups } from '#src/view-models/sitemap-groups.ts';
import { feedsOf } from './feeds.ts';
import type { ModelSource } from './plan.ts';

/** The sitemaps and feeds of a brand's site in all its languages: files whose address stays when they change. */
export function* searchFilesOf(source: ModelSource, brand: PublicBrand): Iterable<VersionedAsset> {
  yield* sitemapFiles(
    brand,
    source.sites.map((one) => ({
      locale: one.site.locale.code,
      groups: sitemapGroups(source.views, one.source, one.site),
    })),
  );
  yield* feedsOf(source);
}

/** Whether they differ from those of a release. Days change without any page, as of a chapter that has no page there. */
export function changesSearchFiles(
  source: ModelSource,
  brand: PublicBrand,
  { assets, asset }: Pick<Release, 'assets' | 'asset'>,
): boolean {
  let made = 0;
  for (const { url, version } of searchFilesOf(source, brand)) {
    if (asset(url)?.version !== version) return true;
    made += 1;
  }
  return assets().filter(({ version }) => version !== '').length !== made;
}
