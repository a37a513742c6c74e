import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSource, readChangedBooks, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { bookNumbered, pageOf, type Table, tableUpstream } from '../../../helpers/table-upstream.ts';
import { type Answer, type Asked, livingList } from './living-list.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-moving-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const file = () => join(folder, 'catalogue.db');
const books = (count: number) => Array.from({ length: count }, (_, index) => bookNumbered(index + 1));

/** @returns the calls for the list of all books */
async function sync(table: Table): Promise<Asked[]> {
  const upstream = tableUpstream(table);
  await syncSnapshot({ file: file(), locales: ['en'], upstream: 'one', connect: () => upstream });
  return upstream.seen.filter(({ name }) => name === 'book.list').map(({ params }) => params);
}
const follow = (list: ReturnType<typeof livingList>) => sync({ 'book.list': (params) => list.list(params) });

/** Ids and titles of all books in the snapshot, by id. */
function snapshot(): [id: number, title: string][] {
  const source = openSource(file(), 7);
  const { items } = source.books({ kind: 'genre', id: 1 }, 1, 5000);
  source.close();
  return items.map(({ id, title }): [number, string] => [id, title]).sort(([one], [other]) => one - other);
}
/** Versions of the lists of tags 1 and 2. */
function tagVersions(): string[] {
  const source = openSource(file(), 7);
  const versions = [1, 2].map((id) => source.listVersion({ kind: 'tag', id }));
  source.close();
  return versions;
}
const ids = () => snapshot().map(([id]) => id);
const titled = (title: string) => snapshot().filter((book) => book[1] === title).length;

const renamed = (id: number, title = 'Zenith') => bookNumbered(id, { title });
const isFull = (number: number) => (params: Asked) =>
  params.since === undefined && params.page === number && params.page_size === 200;
const isSince = (number: number) => (params: Asked) =>
  params.since !== undefined && params.page === number && params.page_size === 200;

describe('the sync of an upstream list that has a feed of changes', () => {
  it('gives a new version to each list that contains a changed book, even if the book does not move', async () => {
    const list = livingList([bookNumbered(1), bookNumbered(2, { tags: [{ id: 2, name: 'quick' }] })]);
    await follow(list);
    const before = tagVersions();
    list.put(renamed(1));
    await follow(list);
    const after = tagVersions();
    expect(after.map((version, index) => version === before[index])).toEqual([false, true]);
  });

  it('misses no change if an entry changes again during the read', async () => {
    const list = livingList(books(600));
    await follow(list);
    for (let id = 1; id <= 450; id += 1) list.put(renamed(id));
    list.after(isSince(1), () => list.put(renamed(1, 'Yonder')));
    await follow(list);
    await follow(list);
    expect([titled('Zenith'), titled('Yonder')]).toEqual([449, 1]);
  });

  it('misses no change if an entry is removed and another changes during the read', async () => {
    const list = livingList(books(600));
    await follow(list);
    for (let id = 1; id <= 450; id += 1) list.put(renamed(id));
    list.after(isSince(1), () => {
      list.remove(1);
      list.put(renamed(451));
    });
    await follow(list);
    await follow(list);
    expect([titled('Zenith'), ids()]).toEqual([450, list.ids()]);
  });

  it('reads every book changed since a cursor, even if a book changes again during the read', async () => {
    const list = livingList(books(600));
    for (let id = 1; id <= 450; id += 1) list.put(renamed(id));
    list.after(isSince(1), () => list.put(renamed(1, 'Yonder')));
    const client = tableUpstream({ 'book.list': (params) => list.list(params) });
    const changed = await readChangedBooks(client, 'en', '0');
    expect([changed?.size, changed?.get(1)?.title]).toEqual([450, 'Yonder']);
  });

  it('keeps a book that moves to an already read page while the complete list is read', async () => {
    const list = livingList(books(450));
    list.after(isFull(1), () => {
      list.remove(5);
      list.put(bookNumbered(1000));
    });
    await follow(list);
    expect(ids()).toEqual(list.ids());
  });

  it('keeps a book that moves to an already read page when another book moves to the end', async () => {
    const list = livingList(books(450), { by: ({ title }) => title });
    list.after(isFull(1), () => list.put(renamed(1)));
    await follow(list);
    expect(ids()).toEqual(list.ids());
  });

  it('keeps a book that moved to an already read page before the pull was interrupted', async () => {
    const list = livingList(books(900));
    list.after(isFull(1), () => {
      list.remove(5);
      list.put(bookNumbered(1000));
    });
    list.spoil((params, answer) => (isFull(4)(params) ? 'INTERNAL' : answer));
    await expect(follow(list)).rejects.toMatchObject({ code: 'UPSTREAM' });
    list.mend();
    await follow(list);
    expect(ids()).toEqual(list.ids());
  });

  it('continues one page earlier if an entry read before the interruption was removed', async () => {
    const list = livingList(books(900));
    list.spoil((params, answer) => (isFull(4)(params) ? 'INTERNAL' : answer));
    await expect(follow(list)).rejects.toMatchObject({ code: 'UPSTREAM' });
    list.mend();
    list.remove(5);
    const calls = await follow(list);
    expect(calls.filter(({ since, page_size }) => since === undefined && page_size === 200)).toMatchObject([
      { page: 3 },
      { page: 4 },
      { page: 5 },
    ]);
    expect(ids()).toEqual(list.ids());
  });

  it('does not read the list again if entries are only added or changed in place', async () => {
    const list = livingList(books(450));
    list.after(isFull(1), () => {
      list.put(renamed(3));
      list.put(bookNumbered(1000));
    });
    const calls = await follow(list);
    expect(calls.filter(isFull(1))).toHaveLength(1);
    expect([titled('Zenith'), ids()]).toEqual([1, list.ids()]);
  });

  it('stores the complete list even if the list changes while it is read', async () => {
    const list = livingList(books(900));
    for (let turn = 1; turn <= 3; turn += 1) list.after(isFull(2), () => list.remove(turn));
    await follow(list);
    expect(ids()).toEqual(list.ids());
  });

  it('accepts the list as it was read if the upstream refuses its own cursors', async () => {
    const list = livingList(books(450));
    list.spoil((params, answer) => (params.since === undefined ? answer : 'BAD_REQUEST'));
    await follow(list);
    expect(ids()).toEqual(list.ids());
  });

  it('makes a limited number of calls if the upstream returns the whole list for every cursor', async () => {
    const list = livingList(books(450));
    let callCount = 0;
    list.spoil(({ since: _, ...params }) => {
      callCount += 1;
      return { ...pageOf(books(450), params), cursor: String(callCount) };
    });
    expect((await follow(list)).length).toBeLessThan(20);
    expect(ids()).toEqual(list.ids());
  });
});

describe('the sync of an upstream list that has no feed of changes', () => {
  it('reads the list again if an entry appeared on two pages and another entry is missing', async () => {
    const list = livingList(books(450), { hasFeed: false, by: ({ title }) => title });
    list.after(isFull(1), () => list.put(renamed(1)));
    await follow(list);
    expect(ids()).toEqual(list.ids());
  });
});

describe('a page that lacks entries', () => {
  const isSeventh = ({ page }: Asked) => page === 7;
  const emptied = (params: Asked, answer: Answer): Answer =>
    isSeventh(params) ? { ...Object(answer), items: [] } : answer;

  it.each([true, false])('is read again (with a feed of changes: %s)', async (hasFeed) => {
    const list = livingList(books(2500), { hasFeed });
    list.spoil(emptied);
    list.after(isSeventh, () => list.mend());
    await follow(list);
    expect(ids()).toEqual(list.ids());
  });

  it.each([true, false])(
    'makes the sync fail if entries are still missing in the second read; the error names the list (with a feed of changes: %s)',
    async (hasFeed) => {
      const list = livingList(books(2500), { hasFeed });
      list.spoil(emptied);
      await expect(follow(list)).rejects.toMatchObject({
        code: 'UPSTREAM',
        exitCode: 3,
        message: expect.stringMatching(/book\.list \{\} of section 7 .*2300 entries.*total was 2500\./),
      });
    },
  );

  const ranking = (change: Table): Table => ({
    'book.list': (params) => pageOf(books(3), params),
    'bookRank.list': () => ({ items: [{ type: 'hot', name: 'Hot', items: [{ id: 4, name: 'Week' }] }] }),
    ...change,
  });

  it("is read again in a list with the upstream's order", async () => {
    let isRepaired = false;
    const short = (params: { page?: number }) => {
      const page = pageOf(books(700), params);
      if (params.page !== 2 || isRepaired) return page;
      isRepaired = true;
      return { ...page, items: [] };
    };
    await sync(ranking({ 'bookRank.book_list': short }));
    const source = openSource(file(), 7);
    expect(source.total({ kind: 'ranking', type: 'hot', id: 4 })).toBe(700);
    source.close();
  });

  it("fails the sync if entries are still missing in a list with the upstream's order", async () => {
    const short = (params: object) => ({ ...pageOf(books(150), params), total: 700 });
    await expect(sync(ranking({ 'bookRank.book_list': short }))).rejects.toThrow(
      /bookRank\.book_list \{"type":"hot","id":4\} of section 7 .*150 entries.*total was 700\./,
    );
  });
});
