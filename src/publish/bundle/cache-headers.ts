import type { CacheProvider } from 'astro';

/**
 * A provider for Astro's route cache that only sends headers. The page cache is in our server, which reads
 * `Lectern-Cache` and removes it. Times are in seconds, as in RFC 9111 and RFC 5861.
 */
export default function createProvider(): CacheProvider {
  return {
    name: 'lectern',
    setHeaders({ maxAge = 0, swr = 0 }) {
      return new Headers({ 'Lectern-Cache': `max-age=${maxAge}, stale-while-revalidate=${swr}` });
    },
    async invalidate() {},
  };
}
