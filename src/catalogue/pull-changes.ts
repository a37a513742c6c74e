import type { AnyCall } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import type { Cursors } from './cursors.ts';
import type { PagedCall, Pull } from './pull.ts';
import type { Begun, Stash } from './stash.ts';

interface ChangePage<T> extends Page<T> {
  readonly cursor?: string | undefined;
  readonly removed?: number[] | undefined;
}

/** Where the entries of a changeable list go. */
export interface ChangeSink<T> {
  clear(): void;
  put(item: T): void;
  remove(id: number): void;
}

/** What is remembered of a section's changeable lists: of finished pulls the cursors, of an unfinished one its pages. */
export interface Memory {
  readonly cursors: Cursors;
  readonly stash: Stash;
}

/**
 * Pulls what changed since the last run, or everything where there is no cursor or the upstream does not take it;
 * then a pull in full that was interrupted goes on where it was. The cursor kept is that of the first page: what
 * changes during the pull is told again next time.
 */
export async function pullChanges<T>(
  pull: Pull,
  { cursors, stash }: Memory,
  call: AnyCall & PagedCall<T>,
  sink: ChangeSink<T>,
): Promise<void> {
  const since = cursors.get(call.name);
  const list = `${call.name} ${pull.locale.section}`;
  const pullSince = async (cursor: string) => cursors.set(call.name, await changesSince(pull, call, cursor, sink));
  if (since !== undefined && (await changesOf(pull, call, since))) return pullSince(since);
  const begun = stash.begun(list);
  const from = begun ? await goesOn(pull, call, begun) : 1;
  if (from > 1) replay(stash, list, sink);
  const first = await pull.whole<T, ChangePage<T>>({
    from,
    fetch: (page) => pull.one(call, { page, page_size: MAX_PAGE_SIZE }),
    restart: sink.clear,
    take(page) {
      page.items.forEach(sink.put);
      stash.keep(list, page);
    },
  });
  if (begun && first.page > 1) return pullSince(begun.cursor);
  cursors.set(call.name, first.cursor);
}

/** @returns the cursor to begin with next time */
async function changesSince<T>(
  pull: Pull,
  call: AnyCall & PagedCall<T>,
  since: string,
  sink: ChangeSink<T>,
): Promise<string | undefined> {
  const first = await pull.whole<T, ChangePage<T>>({
    fetch: (page) => pull.one(call, { since, page, page_size: MAX_PAGE_SIZE }),
    restart: () => {},
    take: (page) => page.items.forEach(sink.put),
  });
  first.removed?.forEach(sink.remove);
  return first.cursor;
}

/** A cursor of another store or another time is refused: then the list is pulled in full. */
const changesOf = <T>(pull: Pull, call: AnyCall & PagedCall<T>, since: string): Promise<ChangePage<T> | undefined> =>
  pull.unless(['BAD_REQUEST', 'GONE'], call, { since, page: 1, page_size: 1 });

/**
 * The page from which an interrupted pull goes on, 1 where nothing can be built upon it. Every entry that changed or
 * went away since may have moved those behind it forward by one place, and no other did: so many are pulled again.
 */
async function goesOn<T>(pull: Pull, call: AnyCall & PagedCall<T>, begun: Begun): Promise<number> {
  if (begun.pageSize !== MAX_PAGE_SIZE) return 1;
  const changes = await changesOf(pull, call, begun.cursor);
  if (!changes) return 1;
  const moved = changes.total + (changes.removed?.length ?? 0);
  return Math.max(1, begun.last + 1 - Math.ceil(moved / begun.pageSize));
}

/** Puts in what was pulled before. */
function replay<T>(stash: Stash, list: string, sink: ChangeSink<T>): void {
  sink.clear();
  for (const items of stash.pages<T>(list)) items.forEach(sink.put);
}
