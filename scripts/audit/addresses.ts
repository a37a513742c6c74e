/** Absolute address without fragment; undefined for what is no address. */
function resolveUrl(href: string, base: string): URL | undefined {
  if (!URL.canParse(href, base)) return undefined;
  const url = new URL(href, base);
  url.hash = '';
  return url;
}

/** Path with query of an address of the site; undefined for any other address. */
export function pathOf(href: string, origin: string, page = '/'): string | undefined {
  const url = resolveUrl(href, origin + page);
  return url?.origin === origin ? url.pathname + url.search : undefined;
}
