import type { PublicBrand } from '#src/brand/public-brand.ts';
import { seoTextsOf } from '#src/brand/seo-texts.ts';
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { textOf } from '#src/i18n/t.ts';
import { memoize } from '#src/lib/memoize.ts';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { type Match, parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { Site } from '#src/shell/page/view.ts';
import { onlyReads } from './_static-pages.ts';
import { upstreamFor } from './_upstream.ts';

/** The part of `Astro.locals` that the middleware sets. */
type PageLocals = Pick<App.Locals, 'brand' | 'site' | 't' | 'match' | 'upstream'>;

/**
 * Computes the locals that the middleware sets.
 * @param upstream the upstream for a page rendered on request
 */
export function pageLocals(
  brand: PublicBrand,
  pathname: string,
  upstream: Pick<App.Locals, 'upstreamOrigin' | 'upstreamTimeoutMs'> = {},
): PageLocals {
  const match = parsePath(pathname, brand.locales);
  const code = localeOf(brand, pathname, match);
  const site = siteOf(brand, code);
  const forPage = upstreamFor(brand, site.locale, upstream.upstreamOrigin, upstream.upstreamTimeoutMs);
  return {
    brand,
    site,
    t: textOf(site.locale, seoTextsOf(brand, code)),
    match,
    upstream: IS_STATIC_SITE ? onlyReads(forPage) : forPage,
  };
}

/** The locale of a path. If no route matches the path, its first segment determines the locale. */
function localeOf(brand: PublicBrand, pathname: string, match: Match | undefined): LocaleCode {
  const first = pathname.split('/')[1] ?? '';
  return match?.locale ?? brand.locales.find((locale) => locale === first) ?? DEFAULT_LOCALE;
}

const sitesOf = memoize((_: PublicBrand) => new Map<LocaleCode, Site>());

/** Returns the same object for a brand and locale each time, so that the object can be a cache key. */
function siteOf(brand: PublicBrand, code: LocaleCode): Site {
  const sites = sitesOf(brand);
  const ownTexts = brand.texts?.[code];
  const locale = ownTexts ? { ...LOCALES[code], ownTexts } : LOCALES[code];
  const site = sites.get(code) ?? { brand, locale, paths: createPaths(code) };
  sites.set(code, site);
  return site;
}
