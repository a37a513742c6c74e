import type { PublicBrand } from '#src/brand/public-brand.ts';
import { DEFAULT_LOCALE } from '#src/contract/locales.ts';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import { dictionaryOf } from '../files/dictionaries.ts';
import { renderPage } from './render-page.ts';

/** Brands whose pages a thread renders when it starts. Plain data, so that it can be posted to a thread. */
export interface WarmUp {
  readonly brands: readonly PublicBrand[];
  readonly upstreamOrigin: string;
  /**
   * The same value as `RenderTask.upstreamTimeoutMs`, because later pages use the connections that the warm-up opens.
   */
  readonly upstreamTimeoutMs?: number | undefined;
}

/**
 * Maximum number of brands. More brands would not warm up more code: the first page of each brand only checks the
 * optional calls of its upstream.
 */
const MAX_BRANDS = 8;
/** Number of consecutive failed pages after which the upstream is skipped, because it is down or still starting. */
const MAX_FAILURES = 3;

/**
 * Renders pages to warm up a new thread. The first novel in a thread takes fifty times as long as the next, because
 * code is compiled, the dictionary is created and the upstream's optional calls are checked. On a busy machine, the
 * first novel would exceed every time limit.
 */
export async function warmUpSite(site: SiteApp, { brands, ...upstream }: WarmUp): Promise<void> {
  let failures = 0;
  for (const brand of brands.slice(0, MAX_BRANDS)) {
    const locale = brand.locales.includes(DEFAULT_LOCALE) ? DEFAULT_LOCALE : (brand.locales[0] ?? DEFAULT_LOCALE);
    for (const kind of ['novel', 'reader'] as const) await dictionaryOf(site, brand, { kind, locale });
    const paths = createPaths(locale);
    // The novel does not need to exist.
    const novel = paths.novel({ id: 1, title: '-', category: { name: '-' } });
    for (const address of [novel, paths.reader(1, 1), paths.searchResult('a')]) {
      if (failures >= MAX_FAILURES) break;
      const page = await renderPage(site, { brand, address, ...upstream, requestId: undefined });
      failures = page.kind === 'error' && page.status === 503 ? failures + 1 : 0;
    }
  }
}
