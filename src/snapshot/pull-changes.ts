import type { AnyCall } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import { type Begun, type ChangeFeed, type ChangeSink, createChangeFeed, pullWhole } from './change-feed.ts';
import type { Cursors } from './cursors.ts';
import type { PagedCall, Pull } from './pull.ts';
import type { Stash } from './stash.ts';

/** What is remembered of a section's changeable lists: of finished pulls the cursors, of an unfinished one its pages. */
export interface Memory {
  readonly cursors: Cursors;
  readonly stash: Stash;
}

/**
 * Pulls what changed since the last run, or everything where there is no cursor or the upstream does not take it;
 * then a pull in full that was interrupted goes on where it was.
 */
export async function pullChanges<T extends { readonly id: number }>(
  pull: Pull,
  { cursors, stash }: Memory,
  call: AnyCall & PagedCall<T>,
  sink: ChangeSink<T>,
): Promise<void> {
  const feed = createChangeFeed<T>(pull, call);
  const since = cursors.get(call.name);
  const isTaken = since !== undefined && (await feed.changes(since)) !== undefined;
  const end = isTaken
    ? await pullWhole(feed, sink, { since })
    : await pullAll(feed, stash, `${call.name} ${pull.locale.section}`, sink);
  cursors.set(call.name, end);
}

async function pullAll<T extends { readonly id: number }>(
  feed: ChangeFeed<T>,
  stash: Stash,
  list: string,
  sink: ChangeSink<T>,
): Promise<string | undefined> {
  const begun = await begunBefore(feed, stash, list);
  return pullWhole(feed, sink, { begun, onPage: (page) => stash.keep(list, page) });
}

/**
 * The pull that was interrupted, undefined where nothing can be built upon it. Every entry that changed or went away
 * since may have moved those behind it forward by one place, and no other did: so many are pulled again.
 */
async function begunBefore<T>(feed: ChangeFeed<T>, stash: Stash, list: string): Promise<Begun<T> | undefined> {
  const begun = stash.begun(list);
  if (begun?.pageSize !== MAX_PAGE_SIZE) return undefined;
  const changes = await feed.changes(begun.cursor);
  if (!changes) return undefined;
  const moved = changes.total + (changes.removed?.length ?? 0);
  const next = begun.last + 1 - Math.ceil(moved / begun.pageSize);
  return next > 1 ? { pages: stash.pages<T>(list), cursor: begun.cursor, next } : undefined;
}
