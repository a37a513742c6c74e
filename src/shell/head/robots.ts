import type { PublicBrand } from '#src/brand/public-brand.ts';
import { FILTER_NAMES } from '#src/routes/filters.ts';

/** Path of the robots.txt file (RFC 9309). */
export const ROBOTS_PATH = '/robots.txt';
/** Path of the sitemap index (sitemaps.org, protocol 0.9). */
export const SITEMAP_INDEX = '/sitemap.xml';

/**
 * Query parameters that sort or filter a list, select a part of it, or name a form's return address. Addresses with
 * them are not separate pages. robots.txt keeps crawlers away from them, so these addresses do not need noindex.
 */
const DEAD_END_PARAMETERS = ['chapters', 'chapter', ...FILTER_NAMES, 'section', 'group', 'to'];

/**
 * The robots.txt of a brand (RFC 9309), with the address of its sitemap. It depends only on the definition of the
 * brand.
 */
export function robotsTxt({ origin, apiPrefix }: Pick<PublicBrand, 'origin' | 'apiPrefix'>): string {
  const parameters = DEAD_END_PARAMETERS.flatMap((name) => [`Disallow: /*?${name}=`, `Disallow: /*?*&${name}=`]);
  return [
    'User-agent: *',
    // Search engines need the pictures to render the pages.
    `Allow: ${apiPrefix}/media/`,
    `Disallow: ${apiPrefix}/`,
    ...parameters,
    '',
    `Sitemap: ${origin}${SITEMAP_INDEX}`,
    '',
  ].join('\n');
}
