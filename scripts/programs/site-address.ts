import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/lib/config.ts';

/**
 * Scheme and host of a brand's site, for what leads back to it from elsewhere: a mail, an OpenID provider. As
 * configured, else this machine in development, else the brand's first host.
 */
export function siteAddress({ id, hosts }: Pick<Brand, 'id' | 'hosts'>, { site, development, port }: Config): string {
  const near = id === 'local' ? 'localhost' : `${id}.localhost`;
  if (site !== undefined) return site.replace('{brand}.localhost', near).replace('{brand}', id);
  const host = hosts[0] ?? near;
  return development || host === 'localhost' ? `http://${near}:${port}` : `https://${host}`;
}
