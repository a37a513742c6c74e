import type { Database } from '../database.ts';

/** Maximum number of cached lists, and of pages per list. */
const MAX_LISTS = 64;
const MAX_PAGES = 20_000;

interface CachedList {
  total: number | undefined;
  /** For each page number, the place after which the page starts. */
  readonly places: Map<number, number>;
}

type Placed = { readonly place: number };

/**
 * Caches the length of lists and where their pages start, so that each further page of a list can be read as fast as
 * the first one. The cache is cleared when another connection commits.
 */
export interface PageStarts {
  total(list: string, count: () => Promise<number>): Promise<number>;
  /** Returns a page. `read` returns the rows after a place, without the first `skip` rows. */
  page<R extends Placed>(
    list: string,
    page: number,
    size: number,
    read: (after: number, skip: number) => Promise<R[]>,
  ): Promise<R[]>;
}

export function createPageStarts(database: Database): PageStarts {
  const lists = new Map<string, CachedList>();
  let version = -1;
  const cachedList = async (list: string) => {
    const current = await database.version();
    if (current !== version || lists.size > MAX_LISTS) lists.clear();
    version = current;
    const cached = lists.get(list) ?? { total: undefined, places: new Map([[1, 0]]) };
    lists.set(list, cached);
    return cached;
  };
  return {
    async total(list, count) {
      const cached = await cachedList(list);
      cached.total ??= await count();
      return cached.total;
    },
    async page(list, page, size, read) {
      const { places } = await cachedList(list);
      const from = places.has(page) ? page : nearest(places, page);
      const rows = await read(places.get(from) ?? 0, (page - from) * size);
      const last = rows[size - 1];
      if (last && places.size < MAX_PAGES) places.set(page + 1, last.place);
      return rows;
    },
  };
}

function nearest(places: ReadonlyMap<number, number>, page: number): number {
  let best = 1;
  for (const start of places.keys()) if (start < page && start > best) best = start;
  return best;
}
