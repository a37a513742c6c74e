import { defineMiddleware } from 'astro:middleware';
import { pageLocals } from '#src/pages/_page-locals.ts';
import { staticBrand } from '#src/pages/_static.ts';

/**
 * Sets the brand, locale and texts of a page. The server and the rebuild pass the brand in `locals`; a plain `astro
 * build` does not.
 */
export const onRequest = defineMiddleware(async ({ locals, url, isPrerendered }, next) => {
  // In a plain `astro build`, the path is the name of the output file, but addresses of pages have no `.html`.
  if (isPrerendered) url.pathname = url.pathname.replace(/(\/index)?\.html$/, '');
  const brand = locals.brand ?? (await staticBrand());
  if (!brand) return new Response('This host has no brand.', { status: 421 });
  locals.path ??= url.pathname;
  Object.assign(locals, pageLocals(brand, locals.path, locals));
  return next();
});
