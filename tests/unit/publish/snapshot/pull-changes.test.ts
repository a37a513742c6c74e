import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bookList } from '#src/contract/index.ts';
import { LOCALES } from '#src/contract/locales.ts';
import { silentLog } from '#src/lib/log.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createLosses } from '#src/publish/snapshot/losses.ts';
import { createCursors, pullChanges } from '#src/publish/snapshot/pull-changes.ts';
import { openPullCheckpoint, type PullCheckpoint } from '#src/publish/snapshot/pull-checkpoint.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { createUpstreamReader } from '#src/publish/snapshot/upstream-reader.ts';
import { bookNumbered, pageOf, tableUpstream } from '../../../helpers/table-upstream.ts';

let folder: string;
let sql: Sql;
let checkpoint: PullCheckpoint;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-changes-'));
  sql = openSnapshot(':memory:');
  checkpoint = openPullCheckpoint(join(folder, 'pull'), 'one');
});
afterEach(() => {
  checkpoint.close();
  sql.close();
  rmSync(folder, { recursive: true, force: true });
});

const LIST = 'book.list 7';
const SIZE = 200;
const books = (count: number) => Array.from({ length: count }, (_, at) => bookNumbered(at + 1));

interface Changes {
  readonly changed?: readonly ReturnType<typeof bookNumbered>[];
  readonly removed?: readonly number[];
}

/** Pulls from an upstream with `count` books, some of which have changed since a cursor that it accepts. */
async function pull(count: number, changesByCursor: Readonly<Record<string, Changes | 'refused'>> = {}) {
  const upstream = tableUpstream({
    'book.list': (params) => {
      const { since } = params as { since?: string };
      if (since === undefined) return { ...pageOf(books(count), params), cursor: 'now' };
      const changes = changesByCursor[since] ?? {};
      if (changes === 'refused') return 'GONE';
      return { ...pageOf(changes.changed ?? [], params), removed: [...(changes.removed ?? [])], cursor: 'later' };
    },
  });
  const stored = new Map<number, unknown>();
  let cleared = 0;
  const sink = {
    clear() {
      cleared += 1;
      stored.clear();
    },
    put: (book: { readonly id: number }) => void stored.set(book.id, book),
    remove: (id: number) => void stored.delete(id),
  };
  const reader = createUpstreamReader(upstream, LOCALES.en, {
    abort: new AbortController(),
    losses: createLosses(silentLog),
  });
  const cursors = createCursors(sql, 7);
  await pullChanges(reader, { cursors, checkpoint }, bookList, sink);
  const pages = upstream.seen.filter(({ params }) => !('since' in params)).map(({ params }) => params['page']);
  return {
    stored: [...stored.keys()].sort((a, b) => a - b),
    cleared,
    pages,
    cursor: cursors.get(bookList.name),
  };
}

describe('a pull of changes', () => {
  it('reads the complete list the first time, and stores its cursor', async () => {
    const { stored, cleared, pages, cursor } = await pull(450);
    expect([stored.length, cleared, pages, cursor]).toEqual([450, 1, [1, 2, 3], 'now']);
  });

  it('reads only the changes since the last cursor', async () => {
    createCursors(sql, 7).set('book.list', 'c5');
    const changed = [bookNumbered(3), bookNumbered(9)];
    const { stored, cleared, pages, cursor } = await pull(450, { c5: { changed, removed: [4] } });
    expect([stored, cleared, pages, cursor]).toEqual([[3, 9], 0, [], 'later']);
  });

  it('reads the complete list if the upstream refuses the cursor', async () => {
    createCursors(sql, 7).set('book.list', 'c5');
    const { stored, cleared, cursor } = await pull(3, { c5: 'refused' });
    expect([stored, cleared, cursor]).toEqual([[1, 2, 3], 1, 'now']);
  });

  it('uses the cursor of its own section', () => {
    const [one, other] = [createCursors(sql, 7), createCursors(sql, 9)];
    one.set('book.list', 'c1');
    one.set('tag.list', 'c2');
    other.set('book.list', 'c3');
    one.set('book.list', undefined);
    expect([one.get('book.list'), one.get('tag.list'), other.get('book.list')]).toEqual([undefined, 'c2', 'c3']);
  });
});

describe('a pull that continues after an interruption', () => {
  const interrupted = (pages: number, { size = SIZE, cursor = 'begun' } = {}) => {
    for (let page = 1; page <= pages; page += 1)
      checkpoint.savePage(LIST, { items: books(page * size).slice(-size), page, page_size: size, cursor });
  };

  it('requests the pages after the last stored page', async () => {
    interrupted(2);
    const { stored, pages } = await pull(450);
    expect([stored.length, pages]).toEqual([450, [3]]);
  });

  it.each([
    ['one book changed', 1, [2, 3]],
    ['as many books changed as fit on a page', 200, [2, 3]],
    ['more books changed than fit on a page', 201, [1, 2, 3]],
  ])('goes back as many pages as entries may have moved if %s', async (_what, count, expected) => {
    interrupted(2);
    const { stored, pages } = await pull(450, { begun: { changed: books(count) } });
    // After that, the last page is requested once more to count the entries.
    expect([stored.length, pages.slice(0, expected.length)]).toEqual([450, expected]);
  });

  it('goes back by one page if a book was removed', async () => {
    interrupted(2);
    const { pages } = await pull(400, { begun: { removed: [401] } });
    expect(pages[0]).toBe(2);
  });

  it.each([
    ['had a different page size', () => interrupted(2, { size: 100 }), {}],
    ['began at a cursor that the upstream no longer accepts', () => interrupted(2), { begun: 'refused' as const }],
  ])('starts over if it %s', async (_what, save, changesByCursor) => {
    save();
    const { stored, pages } = await pull(450, changesByCursor);
    expect([stored.length, pages]).toEqual([450, [1, 2, 3]]);
  });
});
