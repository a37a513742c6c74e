import type { Release } from '#src/publish/release/index.ts';
import { createByteLru } from '../http/lru.ts';
import type { CacheGauge } from '../http/meter.ts';
import type { ParsedRequest } from '../http/parse-request.ts';
import { acceptedEncodings } from '../http/representation.ts';
import { type SerializedResponse, type SiteResponse, serialize } from '../http/responses.ts';
import { acceptedDictionary } from './dictionary-transport.ts';

/** The brand for which responses are looked up. */
export interface CachedSite {
  readonly brand: { readonly id: string };
  /** The live release. */
  release(): Pick<Release, 'id'> | undefined;
}

/**
 * Complete responses that are the same for every visitor, by brand, accepted encodings and path. Their memory is
 * limited. A publish invalidates them, because each response belongs to the release that was live when it was created.
 */
export interface ResponseCache {
  /** Finds the response to a GET or HEAD. Only paths for which `decide` chose a page or file are in the cache. */
  find(request: ParsedRequest, site: CachedSite): SerializedResponse | undefined;
  /** Serializes `response`, and caches it if it is cacheable. */
  add(request: ParsedRequest, site: CachedSite, response: SiteResponse): Promise<SerializedResponse>;
  gauge(): CacheGauge;
}

interface Entry {
  readonly response: SerializedResponse;
  readonly release: Pick<Release, 'id'>;
  readonly until: number;
}

export function createResponseCache(boundBytes: number, now: () => number = Date.now): ResponseCache {
  const entries = createByteLru<Entry>(boundBytes);
  /**
   * Hashes of the dictionaries that cached responses were compressed with. A hash that a client invents does not create
   * an entry.
   */
  const dictionaries = new Set<string>();

  const keyOf = (request: ParsedRequest, { brand }: CachedSite) => {
    const hash = acceptedDictionary(request);
    const dictionary = hash !== undefined && dictionaries.has(hash) ? hash : '';
    return `${brand.id} ${acceptedEncodings(request.acceptEncoding).join()} ${dictionary} ${request.path}`;
  };

  return {
    find(request, site) {
      if (request.search !== '' || (request.method !== 'GET' && request.method !== 'HEAD')) return undefined;
      const key = keyOf(request, site);
      const entry = entries.get(key);
      if (!entry) return undefined;
      if (entry.release === site.release() && entry.until > now()) return entry.response;
      entries.delete(key);
      return undefined;
    },
    async add(request, site, siteResponse) {
      const { cacheable, content } = siteResponse;
      if (content.byDictionary) dictionaries.add(content.byDictionary.hash);
      const response = await serialize(request, siteResponse);
      if (cacheable && response.status === 200 && request.search === '' && cacheable.until > now())
        entries.set(keyOf(request, site), { ...cacheable, response }, memoryOf(response));
      return response;
    },
    gauge: entries.gauge,
  };
}

/** Estimated size in memory, in bytes. Both header lists share the same strings. */
const memoryOf = ({ body, headers }: SerializedResponse) =>
  headers.reduce((sum, text) => sum + text.length + 16, body.length + 500);
