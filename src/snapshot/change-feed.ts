import type { AnyCall } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import { listName, type PagedCall, type Pull } from './pull.ts';
import { type Account, pagesFrom, untilWhole } from './whole-list.ts';

export interface ChangePage<T> extends Page<T> {
  readonly cursor?: string | undefined;
  readonly removed?: number[] | undefined;
}

/** Where the entries of a changeable list go. */
export interface ChangeSink<T> {
  clear(): void;
  put(item: T): void;
  remove(id: number): void;
}

/** A list of the upstream that may tell its changes: all of it, or with a cursor what changed since then. */
export interface ChangeFeed<T> {
  /** For people. */
  name(since: string | undefined): string;
  page(since: string | undefined, number: number, size?: number): Promise<ChangePage<T>>;
  /** How much changed since the cursor: a page of one entry. Undefined where the upstream does not take the cursor. */
  changes(since: string): Promise<ChangePage<T> | undefined>;
}

/** A cursor of another store or another time, or no such list. */
const REFUSED = ['BAD_REQUEST', 'GONE', 'CALL_ABSENT'];

export function createChangeFeed<T>(pull: Pull, call: AnyCall & PagedCall<T>): ChangeFeed<T> {
  const sinceOf = (since: string | undefined) => (since === undefined ? {} : { since });
  return {
    name: (since) => listName(call, sinceOf(since), pull.locale),
    page: (since, page, page_size = MAX_PAGE_SIZE) => pull.one(call, { ...sinceOf(since), page, page_size }),
    changes: (since) => pull.unless(REFUSED, call, { since, page: 1, page_size: 1 }),
  };
}

/** What was read of a whole list before. */
export interface Begun<T> {
  readonly pages: Iterable<readonly T[]>;
  /** Of the first of them. */
  readonly cursor: string;
  /** The page to go on with. */
  readonly next: number;
}

interface WholeOptions<T> {
  /** Only what changed since this cursor, which the upstream takes; the sink is then not cleared. */
  readonly since?: string;
  readonly begun?: Begun<T> | undefined;
  /** Sees every page of this list. */
  readonly onPage?: (page: ChangePage<T>) => void;
}

/**
 * Pulls a list until all of it is in the sink. What changes while its pages are read is pulled behind them. What is held
 * then is counted, because a change also moves entries that did not change, from a page still to be read to one that was
 * read: where some are missing, the pages are read again. Where the upstream cannot tell changes, none of its pages may
 * tell another total.
 * @returns the cursor to begin with next time
 */
export async function pullWhole<T extends { readonly id: number }>(
  feed: ChangeFeed<T>,
  sink: ChangeSink<T>,
  { since, begun, onPage = () => {} }: WholeOptions<T>,
  depth = 0,
): Promise<string | undefined> {
  const held = countingSink(since === undefined ? sink : { ...sink, clear() {} });
  if (begun) replay(begun, held);
  const reading: Reading<T> = { feed, since, held, onPage, depth, next: begun?.next ?? 1, cursor: begun?.cursor };
  const { end } = await untilWhole(feed.name(since), () => readOnce(reading));
  return end;
}

function replay<T>({ pages }: Begun<T>, sink: ChangeSink<T>): void {
  sink.clear();
  for (const items of pages) items.forEach(sink.put);
}

interface Reading<T> {
  readonly feed: ChangeFeed<T>;
  readonly since: string | undefined;
  readonly held: CountingSink<T>;
  readonly onPage: (page: ChangePage<T>) => void;
  /** How many lists this one tells the changes of, each during the read of the one before. */
  readonly depth: number;
  /** The page to begin with. */
  next: number;
  /** From before anything that is held was read; undefined where nothing that is held can be built upon. */
  cursor: string | undefined;
}

type Read = Account & { readonly end: string | undefined };

async function readOnce<T extends { readonly id: number }>(reading: Reading<T>): Promise<Read> {
  const { feed, since, held, depth, cursor } = reading;
  if (cursor === undefined) held.clear();
  const { first, totals } = await readPages(reading);
  const begin = cursor ?? first.cursor;
  // One answer tells of one moment.
  const isSure = (cursor === undefined && first.total <= first.page_size) || depth === DEEPEST;
  const changes = isSure || begin === undefined ? undefined : await feed.changes(begin);
  reading.next = 1;
  reading.cursor = changes && begin;
  if (!changes || !begin) return { got: held.size, totals, end: first.cursor };
  if (isNothing(changes)) return { got: held.size, totals, end: begin };
  const end = await pullWhole(feed, held, { since: begin }, depth + 1);
  const { total } = await feed.page(since, 1, 1);
  return { got: held.size, totals: new Set([total]), end };
}

/** Each list of changes is shorter than the one during whose read they came about: this one is counted alone. */
const DEEPEST = 2;

const isNothing = ({ total, removed = [] }: ChangePage<unknown>) => total === 0 && removed.length === 0;

async function readPages<T>({ feed, since, held, onPage, next, cursor }: Reading<T>) {
  const first = await feed.page(since, next);
  const totals = new Set<number>();
  for await (const page of pagesFrom(first, first.total, (number) => feed.page(since, number))) {
    totals.add(page.total);
    // Nobody could tell which entries moved.
    if (totals.size > 1 && (cursor ?? first.cursor) === undefined) break;
    page.removed?.forEach(held.remove);
    page.items.forEach(held.put);
    onPage(page);
  }
  return { first, totals };
}

interface CountingSink<T> extends ChangeSink<T> {
  /** Different entries it holds. */
  readonly size: number;
}

function countingSink<T extends { readonly id: number }>(sink: ChangeSink<T>): CountingSink<T> {
  const ids = new Set<number>();
  return {
    get size() {
      return ids.size;
    },
    clear() {
      ids.clear();
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
  };
}
