import type { PublicBrand } from '#src/brand/public-brand.ts';
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
