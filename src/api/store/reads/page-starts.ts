import type { Database } from '../database.ts';

/** Lists remembered at once, and pages of each. */
const MAX_LISTS = 64;
const MAX_PAGES = 20_000;

interface Memo {
  total: number | undefined;
  /** By page: the place after which it begins. */
  readonly places: Map<number, number>;
}

type Placed = { readonly place: number };

/**
 * Remembers where the pages of a list begin, so that a walk through it costs each page no more than the first,
 * and how long the list is. Everything is forgotten when another connection commits.
 */
export interface PageStarts {
  total(list: string, count: () => Promise<number>): Promise<number>;
  /** `read` gives a page's rows after a place, less the first `skip`. */
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
    const known = memos.get(list) ?? { total: undefined, places: new Map([[1, 0]]) };
    memos.set(list, known);
    return known;
  };
  return {
    async total(list, count) {
      const known = await memo(list);
      known.total ??= await count();
      return known.total;
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
  for (const known of places.keys()) if (known < page && known > best) best = known;
  return best;
}
