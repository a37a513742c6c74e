import { quoted } from './nginx-values.ts';
import type { ProxiedBrand, ProxyOptions } from './types.ts';

export type Headers = Readonly<Record<string, string>>;

/** Of every answer of a brand, whoever gives it. A location with headers of its own has to name them again. */
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

/** Whatever the status. */
export const sentAlways = (headers: Headers, indent = '    ') =>
  Object.entries(headers)
    .map(([name, value]) => `${indent}add_header ${name} ${quoted(value)} always;`)
    .join('\n');

/** An empty Last-Modified is none: the ETag says all, and our server sends none either. */
export const sent = (headers: Headers) =>
  Object.entries({ ...headers, Vary: 'Accept-Encoding', 'Last-Modified': '' })
    .map(([name, value]) => `    add_header ${name} ${quoted(value)};`)
    .join('\n');
