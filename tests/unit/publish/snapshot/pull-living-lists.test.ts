import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOCALES } from '#src/contract/locales.ts';
import { prerenderedNovelView } from '#src/features/book/views/novel.ts';
import { homeView } from '#src/features/home/views/home.ts';
import { silentLog } from '#src/lib/log.ts';
import { type OpenSource, openSource, readPlanKey, storePlanKey, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { createLosses } from '#src/publish/snapshot/losses.ts';
import { pullLivingLists } from '#src/publish/snapshot/pull-living-lists.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { createUpstreamReader } from '#src/publish/snapshot/upstream-reader.ts';
import { testSite } from '../../../helpers/memory-source.ts';
import { bookNumbered, pageOf, type Table, tableUpstream } from '../../../helpers/table-upstream.ts';

let folder: string;
let file: string;
let source: OpenSource | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-living-'));
  file = join(folder, 'catalogue.db');
});
afterEach(() => {
  source?.close();
  source = undefined;
  rmSync(folder, { recursive: true, force: true });
});

const books = Array.from({ length: 120 }, (_, index) => bookNumbered(index + 1));
const LIVING_CALLS = ['book.trending', 'book.figures', 'book.similar'];
const figures = (...ids: number[]) => ({ items: ids.map((id) => ({ book: bookNumbered(id), figure: 999 - id })) });
const catalogue: Table = {
  'book.list': (params) => pageOf(books, params),
  'book.show': ({ book_id }) => ({
    book: {
      ...bookNumbered(Number(book_id)),
      published_at: '2026-01-01T00:00:00Z',
      first_chapter_id: null,
      last_chapter: null,
      source: null,
    },
  }),
};
/** Readers of each odd book also read the next one. */
const table: Table = {
  ...catalogue,
  'book.trending': () => figures(5, 6),
  'book.figures': ({ list }) => (list === 'week' ? figures(7) : 'BAD_REQUEST'),
  'book.similar': ({ ids }) => ({
    items: String(ids)
      .split(',')
      .map(Number)
      .filter((id) => id % 2 === 1)
      .map((id) => ({ id, books: [bookNumbered(id + 1)] })),
  }),
};

async function synced(answers: Table, livingLists: boolean | undefined) {
  const upstream = tableUpstream(answers);
  await syncSnapshot({ file, locales: ['en'], upstream: 'one', books: 'all', livingLists, connect: () => upstream });
  source?.close();
  source = openSource(file, 7);
  return { source, calls: upstream.seen.filter(({ name }) => LIVING_CALLS.includes(name)) };
}
const shelves = ({ livingShelves }: OpenSource) =>
  livingShelves().map((shelf) => [shelf.list, shelf.books.map(({ id }) => id)]);
const readersAlso = ({ prerendered }: OpenSource, id: number) =>
  prerendered.novel(id)?.related['readers']?.map((book) => book.id);

describe('the living lists of a snapshot', () => {
  it('contain the shelves of the home page and the similar books of each book', async () => {
    const { source: snapshot } = await synced(table, true);
    expect(shelves(snapshot)).toEqual([
      ['trending', [5, 6]],
      ['week', [7]],
    ]);
    expect(readersAlso(snapshot, 3)).toEqual([4]);
    expect(readersAlso(snapshot, 4)).toEqual([]);
  });

  it('need one call per 50 prerendered books', async () => {
    const { calls } = await synced(table, true);
    expect(calls.map(({ name }) => name)).toEqual([
      'book.trending',
      'book.figures',
      'book.similar',
      'book.similar',
      'book.similar',
    ]);
  });

  it('are neither requested nor stored for a brand without them', async () => {
    const { source: snapshot, calls } = await synced(table, undefined);
    expect(calls).toEqual([]);
    expect(shelves(snapshot)).toEqual([]);
    expect(snapshot.prerendered.novel(3)?.related).not.toHaveProperty('readers');
  });

  it('leave the pages of a brand without them as they are with an upstream that lacks the calls', async () => {
    const pages = (snapshot: OpenSource) =>
      [homeView, prerenderedNovelView].map((view) =>
        [...view.paths(snapshot, testSite())].map((page) => JSON.stringify(view.load(page, snapshot, testSite()))),
      );
    const lacking = pages((await synced(catalogue, false)).source);
    expect(lacking.map(({ length }) => length)).toEqual([1, books.length]);
    expect(pages((await synced(table, false)).source)).toEqual(lacking);
    expect(pages((await synced(table, true)).source)[1]).not.toEqual(lacking[1]);
  });

  it('are deleted when the brand switches them off', async () => {
    const before = (await synced(table, false)).source.prerendered.novelVersion(3);
    const on = (await synced(table, true)).source.prerendered.novelVersion(3);
    const { source: snapshot } = await synced(table, false);
    expect(shelves(snapshot)).toEqual([]);
    expect(snapshot.prerendered.novel(3)?.related).not.toHaveProperty('readers');
    expect(on).not.toBe(before);
    expect(snapshot.prerendered.novelVersion(3)).toBe(before);
  });

  it('are empty with an upstream that lacks the calls', async () => {
    const { source: snapshot } = await synced(catalogue, true);
    expect(shelves(snapshot)).toEqual([]);
    expect(readersAlso(snapshot, 3)).toEqual([]);
  });

  it('are not written if they are unchanged', async () => {
    const sql = openSnapshot(file);
    const pull = async (answers: Table) => {
      const upstream = tableUpstream(answers);
      const context = { abort: new AbortController(), losses: createLosses(silentLog) };
      await pullLivingLists(sql, createUpstreamReader(upstream, LOCALES.en, context), upstream, true);
    };
    await pull(table);
    storePlanKey(file, 'planned');
    await pull(table);
    expect(readPlanKey(file)).toBe('planned');
    await pull({ ...table, 'book.trending': () => figures(6, 5) });
    expect(readPlanKey(file)).toBeUndefined();
    sql.close();
  });
});
