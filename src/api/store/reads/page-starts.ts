import type { Database } from '../database.ts';

/** Maximum number of cached lists, and of pages per list. */
const MAX_LISTS = 64;
const MAX_PAGES = 20_000;

interface Memo {
  total: number | undefined;
  /** By page: the place after which it starts. */
  readonly places: Map<number, number>;
}

type Placed = { readonly place: number };

/**
 * Caches the length of lists and where their pages start, so that each page of a walk costs no more than the first. The cache
 * is cleared when another connection commits.
 */
export interface PageStarts {
  total(list: string, count: () => Promise<number>): Promise<number>;
  /** `read` returns a page's rows after a place, without the first `skip`. */
  page<R extends Placed>(
    list: string,
    page: number,
    size: number,
    read: (after: number, skip: number) => Promise<R[]>,
  ): Promise<R[]>;
}

export function createPageStarts(database: Database): PageStarts {
  const memos = new Map<string, Memo>();
  let version = -1;
  const memo = async (list: string) => {
    const present = await database.version();
    if (present !== version || memos.size > MAX_LISTS) memos.clear();
    version = present;
    const memory = memos.get(list) ?? { total: undefined, places: new Map([[1, 0]]) };
    memos.set(list, memory);
    return memory;
  };
  return {
    async total(list, count) {
      const memory = await memo(list);
      memory.total ??= await count();
      return memory.total;
    },
    async page(list, page, size, read) {
      const { places } = await memo(list);
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
