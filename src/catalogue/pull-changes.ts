import type { AnyCall, Params } from '#src/contract/index.ts';
import { MAX_PAGE_SIZE, type Page } from '#src/contract/paging.ts';
import type { Cursors } from './cursors.ts';
import type { PagedCall, Pull } from './pull.ts';

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

/**
 * Pulls what changed since the last run, or everything where there is no cursor or the upstream does not take it.
 * The cursor kept is that of the first page: what changes during the pull is told again next time.
 */
export async function pullChanges<T>(
  pull: Pull,
  cursors: Cursors,
  call: AnyCall & PagedCall<T>,
  sink: ChangeSink<T>,
): Promise<void> {
  const since = cursors.get(call.name);
  const takesCursor = since !== undefined && (await accepts(pull, call, since));
  const params = takesCursor ? { since } : {};
  const first = await pull.whole<T, ChangePage<T>>({
    fetch: (page) => pull.one(call, { ...params, page, page_size: MAX_PAGE_SIZE }),
    restart: takesCursor ? () => {} : sink.clear,
    take: (items) => items.forEach(sink.put),
  });
  if (takesCursor) first.removed?.forEach(sink.remove);
  cursors.set(call.name, first.cursor);
}

/** A cursor of another store or another time is refused: then the list is pulled in full. */
async function accepts(pull: Pull, call: AnyCall, since: string): Promise<boolean> {
  const params: Params<typeof call> = { since, page: 1, page_size: 1 };
  return (await pull.unless(['BAD_REQUEST', 'GONE'], call, params)) !== undefined;
}
