import type { PublicBrand } from '#src/brand/public-brand.ts';
import { type SitemapFile, sitemapFiles } from '#src/seo/sitemap.ts';
import { sitemapEntries } from '#src/view-models/sitemap-entries.ts';
import type { ModelSource } from './plan.ts';

/** The sitemaps of a brand's site in all its languages. */
export const sitemapsOf = ({ sites, views }: ModelSource, brand: PublicBrand): Iterable<SitemapFile> =>
  sitemapFiles(
    brand,
    sites.map(({ site, source }) => ({
      locale: site.locale.code,
      entries: sitemapEntries(views, source, site),
    })),
  );
