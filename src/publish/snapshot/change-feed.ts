import type { LeftOut } from '#src/contract/envelope.ts';
import type { AnyCall } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { isEntry, keyOf } from './dropped-items.ts';
import { pagesFrom, type ReadCount, readUntilComplete } from './paged-read.ts';
import { describeCall, type PagedCall, type UpstreamReader } from './upstream-reader.ts';

export interface ChangePage<T> extends Page<T> {
  readonly cursor?: string | undefined;
  readonly removed?: number[] | undefined;
  /** Items that broke the contract. They are not in `items` but count towards `total`. */
  readonly leftOut?: readonly LeftOut[];
}

/** Receives the entries of a list. */
export interface ChangeSink<T> {
  clear(): void;
  put(item: T): void;
  remove(id: number): void;
  /** Called for an entry that is in the list but breaks the contract. The entry still counts. */
  miss?(id: number): void;
}

/** A list of the upstream that can be read completely, or only for changes since a cursor. */
export interface ChangeFeed<T> {
  /** Returns the list's name for messages. */
  name(since: string | undefined): string;
  page(since: string | undefined, number: number, size?: number): Promise<ChangePage<T>>;
  /**
   * Requests a page with a single entry, whose `total` is the number of changes. Returns undefined if the upstream
   * refuses the cursor.
   */
  changes(since: string): Promise<ChangePage<T> | undefined>;
  /** Whether any item or part of an item has broken the contract so far. */
  hasLosses?(): boolean;
}

/** Error codes for a cursor that belongs to another store or has expired, and for a list that does not exist. */
const CURSOR_REFUSED = ['BAD_REQUEST', 'GONE', 'CALL_ABSENT'];

export function createChangeFeed<T>(reader: UpstreamReader, call: AnyCall & PagedCall<T>): ChangeFeed<T> {
  const sinceOf = (since: string | undefined) => (since === undefined ? {} : { since });
  let hasLosses = false;
  return {
    hasLosses: () => hasLosses,
    name: (since) => describeCall(call, sinceOf(since), reader.locale),
    async page(since, page, page_size = MAX_PAGE_SIZE) {
      const { data, leftOut } = await reader.readPartly<PagedCall<T>>(call, { ...sinceOf(since), page, page_size });
      if (leftOut.length > 0) hasLosses = true;
      return { ...(data as ChangePage<T>), leftOut };
    },
    changes: (since) => reader.readUnless(CURSOR_REFUSED, call, { since, page: 1, page_size: 1 }),
  };
}

/** The saved state of an interrupted read of a complete list. */
export interface ResumePoint<T> {
  readonly pages: Iterable<readonly T[]>;
  /** Cursor of the first page. */
  readonly cursor: string;
  /** Number of the next page to read. */
  readonly next: number;
}

interface PullOptions<T> {
  /** Reads only changes since this cursor and does not clear the sink. The upstream must accept the cursor. */
  readonly since?: string;
  readonly resume?: ResumePoint<T> | undefined;
  /** Called with every page that was read. */
  readonly onPage?: (page: ChangePage<T>) => void;
}

/**
 * Pulls a list until the sink contains all of it. Changes that the upstream makes during the read are pulled after the
 * last page. Then the entries are counted, because a change can also move an unchanged entry from an unread page to a
 * page that was already read. If entries are missing, the pages are read again. If the upstream cannot list changes,
 * all pages must report the same total.
 * @returns the cursor for the next pull
 */
export async function pullFeed<T extends { readonly id: number }>(
  feed: ChangeFeed<T>,
  sink: ChangeSink<T>,
  { since, resume, onPage = () => {} }: PullOptions<T>,
  depth = 0,
): Promise<string | undefined> {
  const counted = countingSink(since === undefined ? sink : { ...sink, clear() {} });
  if (resume) replay(resume, counted);
  const { next, cursor } = resume ?? { next: 1, cursor: undefined };
  const reading: Reading<T> = { feed, since, sink: counted, onPage, depth, next, cursor };
  const { end } = await readUntilComplete(feed.name(since), () => readOnce(reading));
  return end;
}

function replay<T>({ pages }: ResumePoint<T>, sink: ChangeSink<T>): void {
  sink.clear();
  for (const items of pages) items.forEach(sink.put);
}

interface Reading<T> {
  readonly feed: ChangeFeed<T>;
  readonly since: string | undefined;
  readonly sink: CountingSink<T>;
  readonly onPage: (page: ChangePage<T>) => void;
  /**
   * 0 for the list itself, 1 for the changes made while the list was read, 2 for the changes made while those were
   * read.
   */
  readonly depth: number;
  /** Number of the first page to read. */
  next: number;
  /** A cursor from before the sink's first entry was read; undefined if the sink must be emptied first. */
  cursor: string | undefined;
}

type ReadResult = ReadCount & { readonly end: string | undefined };

async function readOnce<T extends { readonly id: number }>(reading: Reading<T>): Promise<ReadResult> {
  const { feed, since, sink, depth, cursor } = reading;
  if (cursor === undefined) sink.clear();
  if (reading.next === 1) sink.forgetPlaces();
  const { first, totals } = await readPages(reading);
  const begin = cursor ?? first.cursor;
  // A list with a single page is consistent, because nothing can change between pages.
  const isSure = (cursor === undefined && first.total <= first.page_size) || depth === MAX_DEPTH;
  const changes = isSure || begin === undefined ? undefined : await feed.changes(begin);
  reading.next = 1;
  reading.cursor = changes && begin;
  if (!changes || !begin) return { read: sink.size, totals, end: first.cursor };
  if (isNothing(changes)) return { read: sink.size, totals, end: begin };
  const end = await pullFeed(feed, sink, { since: begin }, depth + 1);
  const { total } = await feed.page(since, 1, 1);
  return { read: sink.size, totals: new Set([total]), end };
}

/**
 * Maximum `depth`. Each list of changes is shorter than the previous one, so at this depth it is enough to compare the
 * count.
 */
const MAX_DEPTH = 2;

const isNothing = ({ total, removed = [] }: ChangePage<unknown>) => total === 0 && removed.length === 0;

async function readPages<T>({ feed, since, sink, onPage, next, cursor }: Reading<T>) {
  const first = await feed.page(since, next);
  const totals = new Set<number>();
  for await (const page of pagesFrom(first, first.total, (number) => feed.page(since, number))) {
    totals.add(page.total);
    // Without a cursor we cannot know which entries moved.
    if (totals.size > 1 && (cursor ?? first.cursor) === undefined) break;
    page.removed?.forEach(sink.remove);
    page.items.forEach(sink.put);
    for (const item of page.leftOut?.filter(isEntry) ?? []) missed(item, page.page, sink);
    onPage(page);
  }
  return { first, totals };
}

/** Counts an entry by its id, or by its place on the page if it has no id. */
function missed<T>(item: LeftOut, page: number, sink: CountingSink<T>): void {
  if (item.id === undefined) sink.missAt(keyOf(item, page));
  else sink.miss(item.id);
}

interface CountingSink<T> extends ChangeSink<T> {
  /** Number of distinct entries, including those that break the contract. */
  readonly size: number;
  miss(id: number): void;
  missAt(place: string): void;
  /** Called before the list is read from its first page again. */
  forgetPlaces(): void;
}

function countingSink<T extends { readonly id: number }>(sink: ChangeSink<T>): CountingSink<T> {
  const ids = new Set<number>();
  const places = new Set<string>();
  return {
    get size() {
      return ids.size + places.size;
    },
    clear() {
      ids.clear();
      places.clear();
      sink.clear();
    },
    put(item) {
      ids.add(item.id);
      sink.put(item);
    },
    remove(id) {
      ids.delete(id);
      sink.remove(id);
    },
    miss(id) {
      ids.add(id);
      sink.miss?.(id);
    },
    missAt: (place) => void places.add(place),
    forgetPlaces: () => places.clear(),
  };
}
