import type { AnyCall } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE } from '#src/contract/paging.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { type ChangeFeed, type ChangeSink, createChangeFeed, pullFeed, type ResumePoint } from './change-feed.ts';
import type { PullCheckpoint } from './pull-checkpoint.ts';
import type { PagedCall, UpstreamReader } from './upstream-reader.ts';

/** The cursors at which the last pulls of a section ended, by call name. */
export interface Cursors {
  get(call: string): string | undefined;
  set(call: string, cursor: string | undefined): void;
}

export function createCursors(sql: Sql, section: number): Cursors {
  const keyOf = (call: string) => `cursor:${call}:${section}`;
  return {
    get: (call) => sql.get<{ value: string }>('SELECT value FROM meta WHERE key = ?', keyOf(call))?.value,
    set(call, cursor) {
      if (cursor === undefined) sql.run('DELETE FROM meta WHERE key = ?', keyOf(call));
      else sql.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', keyOf(call), cursor);
    },
  };
}

/** State stored between runs: the cursors of finished pulls, and the pages of an interrupted one. */
export interface PullState {
  readonly cursors: Cursors;
  readonly checkpoint: PullCheckpoint;
}

/**
 * Pulls what has changed since the last run. If there is no cursor or the upstream refuses it, pulls the complete list,
 * or resumes an interrupted pull of it. A pull with losses does not advance the cursor, because an upstream may fix an
 * entry without reporting a change.
 */
export async function pullChanges<T extends { readonly id: number }>(
  reader: UpstreamReader,
  { cursors, checkpoint }: PullState,
  call: AnyCall & PagedCall<T>,
  sink: ChangeSink<T>,
): Promise<void> {
  const feed = createChangeFeed<T>(reader, call);
  const since = cursors.get(call.name);
  const isAccepted = since !== undefined && (await feed.changes(since)) !== undefined;
  const before = isAccepted ? since : undefined;
  const end = isAccepted
    ? await pullFeed(feed, sink, { since })
    : await pullAll(feed, checkpoint, `${call.name} ${reader.locale.section}`, sink);
  cursors.set(call.name, feed.hasLosses?.() ? before : end);
}

async function pullAll<T extends { readonly id: number }>(
  feed: ChangeFeed<T>,
  checkpoint: PullCheckpoint,
  list: string,
  sink: ChangeSink<T>,
): Promise<string | undefined> {
  const resume = await resumePoint(feed, checkpoint, list);
  return pullFeed(feed, sink, { resume, onPage: (page) => checkpoint.savePage(list, page) });
}

/**
 * Where the interrupted pull resumes; undefined if it must start over. Each entry changed or removed in the meantime
 * may have moved later entries forward by one position, so the pull goes back by as many entries.
 */
async function resumePoint<T>(
  feed: ChangeFeed<T>,
  checkpoint: PullCheckpoint,
  list: string,
): Promise<ResumePoint<T> | undefined> {
  const interrupted = checkpoint.interrupted(list);
  if (interrupted?.pageSize !== MAX_PAGE_SIZE) return undefined;
  const { cursor, lastPage, pageSize } = interrupted;
  const changes = await feed.changes(cursor);
  if (!changes) return undefined;
  const moved = changes.total + (changes.removed?.length ?? 0);
  const next = lastPage + 1 - Math.ceil(moved / pageSize);
  return next > 1 ? { pages: checkpoint.pages<T>(list), cursor, next } : undefined;
}
