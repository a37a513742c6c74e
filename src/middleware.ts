import { defineMiddleware } from 'astro:middleware';
import { seoTextsOf } from '#src/brand/seo-texts.ts';
import { DEFAULT_LOCALE, LOCALES } from '#src/contract/locales.ts';
import { textOf } from '#src/i18n/t.ts';
import { staticBrand } from '#src/pages/_static.ts';
import { upstreamFor } from '#src/pages/_upstream.ts';
import { parsePath } from '#src/routes/parse.ts';
import { createPaths } from '#src/routes/paths.ts';

/** Sets brand, locale and texts of a page: from the locals that the server or the rebuild gives, else from the build. */
export const onRequest = defineMiddleware(async ({ locals, url, isPrerendered }, next) => {
  // In a plain build the path is that of the file it writes; the page's address has no `.html`.
  if (isPrerendered) url.pathname = url.pathname.replace(/(\/index)?\.html$/, '');
  const brand = locals.brand ?? (await staticBrand());
  if (!brand) return new Response('This host has no brand.', { status: 421 });
  const match = parsePath(url.pathname, brand.locales);
  const first = url.pathname.split('/')[1] ?? '';
  const code = match?.locale ?? brand.locales.find((locale) => locale === first) ?? DEFAULT_LOCALE;
  const locale = LOCALES[code];
  Object.assign(locals, {
    match,
    brand,
    t: textOf(locale, seoTextsOf(brand, code)),
    site: { brand, locale, paths: createPaths(code) },
    upstream: upstreamFor(brand, locale, locals.upstreamOrigin, locals.upstreamTimeoutMs),
  });
  return next();
});
