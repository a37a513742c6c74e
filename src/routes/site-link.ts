import { IS_STATIC_SITE } from '#src/lib/static-site.ts';

/**
 * Returns the address of a link that an operator wrote: another site's address as it is, and a path in the site's own
 * form. Pages of a static site end with a slash, files do not.
 */
export function siteLink(link: string): string {
  if (!IS_STATIC_SITE || !link.startsWith('/')) return link;
  const [, path = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(link) ?? [];
  return path.endsWith('/') || /\.[^/]*$/.test(path) ? link : `${path}/${rest}`;
}
