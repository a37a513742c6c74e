import { hostName } from '#src/brand/hosts.ts';
import type { Brand } from '#src/brand/registry.ts';
import type { ParsedRequest } from './parse-request.ts';

/**
 * Whether a request that may change something comes from a page of the brand, or from a program that is no browser: those
 * send neither header. Reads count as such, because no other site can read their answers.
 */
export function isFromOwnSite(request: ParsedRequest, brand: Pick<Brand, 'id' | 'hosts'>): boolean {
  const { method, origin, fetchSite } = request;
  if (method === 'GET' || method === 'HEAD') return true;
  const isNamed = origin !== undefined && origin !== 'null';
  if (isNamed) return isOwnOrigin(origin, request, brand);
  // An origin that a browser keeps to itself: of a sandboxed frame, or of a page that sends no referrer.
  return fetchSite === undefined ? origin === undefined : fetchSite === 'same-origin';
}

function isOwnOrigin(origin: string, { host }: ParsedRequest, { id, hosts }: Pick<Brand, 'id' | 'hosts'>): boolean {
  const name = hostName(/^https?:\/\/(.+)$/.exec(origin)?.[1]);
  return name !== undefined && [...hosts, `${id}.localhost`, hostName(host)].includes(name);
}
