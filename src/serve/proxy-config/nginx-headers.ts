import { quoted } from './nginx-values.ts';
import type { ProxiedBrand, ProxyOptions } from './types.ts';

export type Headers = Readonly<Record<string, string>>;

/**
 * Headers of all responses for a brand, from our server or from nginx. A location with its own headers must repeat
 * these.
 */
export function headersOfAll(
  brand: Pick<ProxiedBrand, 'hsts'> | undefined,
  { http3 = false, listenTls = '443' }: Pick<ProxyOptions, 'http3' | 'listenTls'>,
): Headers {
  const port = listenTls.replace(/^.*:/, '');
  return {
    ...(brand?.hsts !== undefined && { 'Strict-Transport-Security': brand.hsts }),
    ...(http3 && { 'Alt-Svc': `h3=":${port}"; ma=86400` }),
  };
}

/** Directives for headers that are sent with any status. */
export const sentAlways = (headers: Headers, indent = '    ') =>
  Object.entries(headers)
    .map(([name, value]) => `${indent}add_header ${name} ${quoted(value)} always;`)
    .join('\n');

/**
 * Headers sent with successful responses. The empty Last-Modified removes that header, which our server does not send
 * either: the ETag is enough.
 */
export const sent = (headers: Headers) =>
  Object.entries({ ...headers, Vary: 'Accept-Encoding', 'Last-Modified': '' })
    .map(([name, value]) => `    add_header ${name} ${quoted(value)};`)
    .join('\n');
