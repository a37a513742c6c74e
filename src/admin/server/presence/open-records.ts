/** A page that has a record open for editing. */
interface OpenPage {
  readonly staff: number;
  readonly name: string;
  /** When the page stops counting as open, in milliseconds since 1970. */
  readonly until: number;
}

interface Opening {
  /** Address of the record, such as `books/1`. */
  readonly record: string;
  /** Random id of the page, because one person may have several pages open. */
  readonly page: string;
  readonly staff: number;
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Tracks who has which record open for editing. The list is kept in memory, because one process serves the admin. After
 * a restart it is complete again as soon as every open page has sent its next report.
 */
export interface OpenRecords {
  /**
   * Marks a record as open for a while.
   * @returns the other pages that have it open, including those of the same account
   */
  open(opening: Opening): readonly Pick<OpenPage, 'staff' | 'name'>[];
  close(opening: Pick<Opening, 'record' | 'page' | 'staff'>): void;
}

/** Three times the interval at which pages report their open record, so that a lost report does not matter. */
const EXPIRES_AFTER_MS = 45_000;

/** Maximum number of open pages per account; the oldest are dropped. */
const MAX_OPEN_PAGES = 50;

export function createOpenRecords(): OpenRecords {
  /** By account, page and record. */
  const pages = new Map<string, OpenPage & { readonly record: string }>();
  const keyOf = ({ record, page, staff }: Pick<Opening, 'record' | 'page' | 'staff'>) => `${staff} ${page} ${record}`;
  const clean = (now: number) => {
    for (const [key, { until }] of pages) if (until <= now) pages.delete(key);
  };
  return {
    open(opening) {
      const { record, staff, name, now } = opening;
      clean(now);
      const key = keyOf(opening);
      // Maps keep the order of insertion: the newest comes last.
      pages.delete(key);
      pages.set(key, { record, staff, name, until: now + EXPIRES_AFTER_MS });
      const own = [...pages].filter(([, page]) => page.staff === staff);
      for (const [oldest] of own.slice(0, -MAX_OPEN_PAGES)) pages.delete(oldest);
      const others = [...pages].filter(([other, page]) => page.record === record && other !== key);
      const byStaff = new Map(others.map(([, page]) => [page.staff, page.name]));
      return [...byStaff].map(([id, otherName]) => ({ staff: id, name: otherName }));
    },
    close(opening) {
      pages.delete(keyOf(opening));
    },
  };
}
