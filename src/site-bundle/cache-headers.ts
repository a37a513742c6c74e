import type { CacheProvider } from 'astro';

/**
 * Astro's route cache as headers only: the one page cache is the front's, which reads `Lectern-Cache` and does not
 * pass it on. Seconds as in RFC 9111 and RFC 5861.
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
