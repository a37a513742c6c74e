import type { PublicBrand } from '#src/brand/public-brand.ts';
import { FILTER_NAMES } from '#src/routes/filters.ts';

/** Address of the file (RFC 9309). */
export const ROBOTS_PATH = '/robots.txt';
/** Address of the sitemap index (sitemaps.org, protocol 0.9). */
export const SITEMAP_INDEX = '/sitemap.xml';

/**
 * Query parameters that make no page of its own: another order or part of a list that has an address, and where a form
 * leads back to. Crawlers do not follow them, so these pages carry no second signal such as noindex.
 */
const DEAD_END_PARAMETERS = ['chapters', 'chapter', ...FILTER_NAMES, 'section', 'group', 'to'];

/** What crawlers may read of a brand, by RFC 9309, and where its sitemap is. Depends on the brand's data alone. */
export function robotsTxt({ origin, apiPrefix }: Pick<PublicBrand, 'origin' | 'apiPrefix'>): string {
  const parameters = DEAD_END_PARAMETERS.flatMap((name) => [`Disallow: /*?${name}=`, `Disallow: /*?*&${name}=`]);
  return [
    'User-agent: *',
    // Pictures are read by the pages that show them.
    `Allow: ${apiPrefix}/media/`,
    `Disallow: ${apiPrefix}/`,
    ...parameters,
    '',
    `Sitemap: ${origin}${SITEMAP_INDEX}`,
    '',
  ].join('\n');
}
