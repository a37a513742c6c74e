import { isIP } from 'node:net';
import { isDevelopmentHost } from '#src/lib/private-address.ts';

/** Whether a URL may belong to a push service: https, with a host name, on the default port. */
export function isPublicEndpoint(endpoint: string): boolean {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username } = new URL(endpoint);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && hostname.includes('.');
  return protocol === 'https:' && port === '' && username === '' && isNamed && !isDevelopmentHost(hostname);
}

/**
 * Returns the push service of an endpoint: the last two labels of its host, so that a domain with many host names
 * counts as one service. Deliveries are shared fairly between services.
 */
export function serviceOf(endpoint: string): string {
  if (!URL.canParse(endpoint)) return '';
  const { hostname, host } = new URL(endpoint);
  return isIP(hostname.replace(/^\[|\]$/g, '')) === 0 ? hostname.split('.').filter(Boolean).slice(-2).join('.') : host;
}
