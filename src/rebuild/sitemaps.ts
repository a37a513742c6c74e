import type { PublicBrand } from '#src/brand/public-brand.ts';
import type { Release } from '#src/release/index.ts';
import { type SitemapFile, sitemapFiles } from '#src/seo/sitemap.ts';
import { sitemapGroups } from '#src/view-models/sitemap-groups.ts';
import type { ModelSource } from './plan.ts';

/** The sitemaps of a brand's site in all its languages. */
export const sitemapsOf = ({ sites, views }: ModelSource, brand: PublicBrand): Iterable<SitemapFile> =>
  sitemapFiles(
    brand,
    sites.map(({ site, source }) => ({
      locale: site.locale.code,
      groups: sitemapGroups(views, source, site),
    })),
  );

/** Whether the sitemaps differ from those of a release. Days change without any page, as of a chapter that has no page there. */
export function changesSitemaps(
  source: ModelSource,
  brand: PublicBrand,
  { assets, asset }: Pick<Release, 'assets' | 'asset'>,
): boolean {
  let made = 0;
  for (const { url, version } of sitemapsOf(source, brand)) {
    if (asset(url)?.version !== version) return true;
    made += 1;
  }
  return assets().filter(({ version }) => version !== '').length !== made;
}
