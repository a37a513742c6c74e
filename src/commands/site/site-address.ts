import type { Brand } from '#src/brand/registry.ts';
import type { Config } from '#src/config/config.ts';

/**
 * Returns the origin of a brand's site, for links in emails and for OpenID providers. It is the configured URL, or if
 * none is configured, this machine in development and otherwise the brand's first host.
 */
export function siteAddress({ id, hosts }: Pick<Brand, 'id' | 'hosts'>, { site, development, port }: Config): string {
  const localHost = id === 'local' ? 'localhost' : `${id}.localhost`;
  if (site !== undefined) return site.replace('{brand}.localhost', localHost).replace('{brand}', id);
  const host = hosts[0] ?? localHost;
  return development || host === 'localhost' ? `http://${localHost}:${port}` : `https://${host}`;
}
