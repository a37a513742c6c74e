import { hostName } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { ParsedRequest } from './parse-request.ts';

/**
 * Whether a request that may change something comes from a page of the brand. Requests with neither `Origin` nor
 * `Sec-Fetch-Site` are accepted too: they come from programs that are not browsers. Always true for reads, because
 * other sites cannot read their responses.
 */
export function isFromOwnSite(request: ParsedRequest, brand: Pick<Brand, 'id' | 'hosts'>): boolean {
  const { method, origin, fetchSite } = request;
  if (method === 'GET' || method === 'HEAD') return true;
  const isNamed = origin !== undefined && origin !== 'null';
  if (isNamed) return isOwnOrigin(origin, request, brand);
  // The origin is opaque: the request comes from a sandboxed frame, or from a page that sends no referrer.
  return fetchSite === undefined ? origin === undefined : fetchSite === 'same-origin';
}

function isOwnOrigin(origin: string, { host }: ParsedRequest, { id, hosts }: Pick<Brand, 'id' | 'hosts'>): boolean {
  const name = hostName(/^https?:\/\/(.+)$/.exec(origin)?.[1]);
  return name !== undefined && [...hosts, `${id}.localhost`, hostName(host)].includes(name);
}
