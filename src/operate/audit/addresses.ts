/** Returns the absolute URL without its fragment; undefined if it is invalid. */
function resolveUrl(href: string, base: string): URL | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return url;
}

/** Returns path and query of a URL on the site; undefined for any other URL. */
export function pathOf(href: string, origin: string, page = '/'): string | undefined {
  const url = resolveUrl(href, origin + page);
  return url?.origin === origin ? url.pathname + url.search : undefined;
}
