import type { PublicBrand } from '#src/brand/public-brand.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { SiteApp } from '#src/site-bundle/index.ts';
import { dictionaryOf } from './dictionaries.ts';
import { renderPage } from './render-page.ts';

/** Brands whose first pages a thread renders at its start. Plain data, so that it can be posted to a thread. */
export interface WarmUp {
  readonly brands: readonly PublicBrand[];
  readonly upstreamOrigin: string;
}

/** After these the code is warm: another brand's first page only has to ask its upstream what it lacks. */
const MAX_BRANDS = 8;
/** An upstream that gave so many pages in a row no answer is left alone: it is down, or starts, too. */
const MAX_FAILURES = 3;

/**
 * Renders pages that nobody sees. The first novel of a fresh thread took fifty times as long as the next: its code was compiled, the dictionary
 * made, and the upstream asked for its optional calls. On a busy machine that exceeded every limit of time.
 */
export async function warmUpSite(site: SiteApp, { brands, upstreamOrigin }: WarmUp): Promise<void> {
  let failures = 0;
  for (const brand of brands.slice(0, MAX_BRANDS)) {
    const locale = brand.locales.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : (brand.locales[0] ?? DEFAULT_LOCALE);
    for (const kind of ['novel', 'reader'] as const) await dictionaryOf(site, brand, { kind, locale });
    const paths = createPaths(locale);
    // Whether there is such a book does not matter.
    const novel = paths.novel({ id: 1, title: '-', category: { name: '-' } });
    for (const address of [novel, paths.reader(1, 1), paths.searchResult('a')]) {
      if (failures >= MAX_FAILURES) break;
      const page = await renderPage(site, { brand, address, upstreamOrigin, requestId: undefined });
      failures = page.kind === 'error' && page.status === 503 ? failures + 1 : 0;
    }
  }
}
