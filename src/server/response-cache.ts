import type { Release } from '#src/release/index.ts';
import { acceptedDictionary } from './dictionary-transport.ts';
import { createByteLru } from './lru.ts';
import type { CacheGauge } from './meter.ts';
import type { ParsedRequest } from './parse-request.ts';
import { acceptedEncodings } from './representation.ts';
import { type SerializedResponse, type SiteResponse, serialize } from './responses.ts';

/** The brand whose responses are looked up. */
export interface CachedSite {
  readonly brand: { readonly id: string };
  /** The live release. */
  release(): Pick<Release, 'id'> | undefined;
}

/**
 * Whole responses that are the same for every visitor, by brand, accepted encodings and path, within a bound of bytes.
 * A publish ends them: each belongs to the release that was live when it was made.
 */
export interface ResponseCache {
  /** The response to a GET or HEAD. A path that is found here is one for which `decide` chose a page or file. */
  find(request: ParsedRequest, site: CachedSite): SerializedResponse | undefined;
  /** Serializes `response`, and keeps it where that is allowed. */
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
  /** Hashes of the dictionaries that answers were made for. Others, which a client may invent, make no answers of their own. */
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

/** Estimated bytes; both lists of headers hold the same strings. */
const memoryOf = ({ body, headers }: SerializedResponse) =>
  headers.reduce((sum, text) => sum + text.length + 16, body.length + 500);
