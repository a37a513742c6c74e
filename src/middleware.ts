import { defineMiddleware } from 'astro:middleware';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { pageLocals } from '#src/pages/_page-locals.ts';
import { staticBrand } from '#src/pages/_static.ts';

/** Time limit of a call while a static site is built. No visitor waits for it. */
const BUILD_TIMEOUT_MS = 30_000;

/** The canonical path of a page in a file, such as `/tags` for `/tags.html`. */
function withoutFileName(path: string): string {
  const page = path.replace(/(\/index)?\.html$/, '');
  const isFeed = /^(?:\/[a-z]{2})?\/feeds\//.test(page);
  return IS_STATIC_SITE && !isFeed ? `${page.replace(/\/$/, '')}/` : page;
}

/**
 * Sets the brand, locale and texts of a page. The server and the rebuild pass the brand in `locals`; a plain `astro
 * build` does not.
 */
export const onRequest = defineMiddleware(async ({ locals, url, isPrerendered }, next) => {
  // In a plain `astro build`, the path is the name of the output file, but addresses of pages have no `.html`.
  if (isPrerendered) url.pathname = withoutFileName(url.pathname);
  const brand = locals.brand ?? (await staticBrand());
  if (!brand) return new Response('This host has no brand.', { status: 421 });
  locals.path ??= url.pathname;
  if (IS_STATIC_SITE)
    Object.assign(locals, {
      upstreamOrigin: process.env['LECTERN_STATIC_UPSTREAM'],
      upstreamTimeoutMs: BUILD_TIMEOUT_MS,
    });
  Object.assign(locals, pageLocals(brand, locals.path, locals));
  return next();
});
