import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { changeLibrary, historyOf, lastSeq, libraryChanges } from '#src/api/store/visitors/library.ts';
import type { LibraryItem } from '#src/contract/entities/library.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

let database: Database;
let ada: number;
let bo: number;
beforeEach(async () => {
  database = await visitorsDatabase();
  ada = await newUser(database, 'ada@example.com');
  bo = await newUser(database, 'bo@example.com');
});

const item = (kind: string, id: string, at: number, value: unknown = { of: id }) =>
  ({ kind, id, at, value }) as unknown as LibraryItem;

/** Stores all items, replacing stored items with the same keys. */
const put = (user: number, ...items: LibraryItem[]) =>
  changeLibrary(database, user, items, () => new Map(items.map((one) => [`${one.kind}/${one.id}`, one])));
const changesOf = async (user: number, seq: number, limit = 99) => {
  const { items, ...rest } = await libraryChanges(database, user, seq, limit);
  return { ids: items.map(({ kind, id }) => `${kind}/${id}`), ...rest };
};

describe('a stored library', () => {
  it('numbers all changes, and returns the changes after a number in batches', async () => {
    expect(await lastSeq(database, ada)).toBe(0);
    expect(await changesOf(ada, 0)).toEqual({ ids: [], seq: 0, more: false });
    await put(ada, item('shelf', '1', 10), item('shelf', '2', 20), item('read', '3', 30));
    await put(bo, item('shelf', '9', 5));
    expect(await lastSeq(database, ada)).toBe(3);
    expect(await changesOf(ada, 0, 2)).toEqual({ ids: ['shelf/1', 'shelf/2'], seq: 2, more: true });
    expect(await changesOf(ada, 2, 2)).toEqual({ ids: ['read/3'], seq: 3, more: false });
    expect(await changesOf(ada, 0, 3)).toMatchObject({ seq: 3, more: false });
    expect(await changesOf(ada, 3)).toEqual({ ids: [], seq: 3, more: false });
    await put(ada, item('shelf', '1', 40));
    expect(await changesOf(ada, 0)).toEqual({ ids: ['shelf/2', 'read/3', 'shelf/1'], seq: 4, more: false });
    expect(await changesOf(bo, 0)).toEqual({ ids: ['shelf/9'], seq: 1, more: false });
  });

  it('passes only items with the same keys to the merge function, and stores only its result', async () => {
    await put(ada, item('shelf', '1', 10, { old: true }), item('shelf', '2', 20));
    let storedItems: ReadonlyMap<string, LibraryItem> | undefined;
    const news = [item('shelf', '1', 99), item('read', '1', 99)];
    const now = await changeLibrary(database, ada, news, (existing) => {
      storedItems = existing;
      return new Map([['read/1', item('read', '1', 50, null)]]);
    });
    expect([...(storedItems ?? [])]).toEqual([['shelf/1', item('shelf', '1', 10, { old: true })]]);
    expect(now).toEqual(
      new Map([
        ['shelf/1', item('shelf', '1', 10, { old: true })],
        ['read/1', item('read', '1', 50, null)],
      ]),
    );
    expect((await libraryChanges(database, ada, 2, 9)).items).toEqual([item('read', '1', 50, null)]);
    expect(await changeLibrary(database, bo, news, () => new Map())).toEqual(new Map());
  });

  it('returns the reading history without removed entries, latest first', async () => {
    const value = (title: string) => ({ book: { id: 1, title }, cover: null, chapter: null });
    await put(
      ada,
      item('read', '1', Date.UTC(2026, 2, 1), value('first')),
      item('read', '2', Date.UTC(2026, 2, 3), value('last')),
      item('read', '3', Date.UTC(2026, 2, 2), null),
      item('shelf', '4', Date.UTC(2026, 2, 4), value('kept')),
    );
    expect(await historyOf(database, ada)).toEqual([
      { ...value('last'), read_at: '2026-03-03T00:00:00.000Z' },
      { ...value('first'), read_at: '2026-03-01T00:00:00.000Z' },
    ]);
  });

  it('stores up to 20,000 items, and beyond that deletes removals first, then the oldest items', async () => {
    await database.run(
      sql`INSERT INTO library (user_id, kind, id, at, value, seq)
       WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 19999)
       SELECT ${ada}, 'shelf', i, 1000 + i, CASE WHEN i = 500 THEN NULL ELSE '{}' END, i FROM n`,
    );
    const has = async (id: number) =>
      (await database.get(sql`SELECT 1 FROM library WHERE user_id = ${ada} AND id = ${String(id)}`)) !== undefined;
    await put(bo, item('shelf', '1', 1));
    await put(ada, item('read', '99999', 99_999));
    expect([await has(1), await has(500)]).toEqual([true, true]);
    await put(ada, item('read', '99998', 99_998));
    expect([await has(1), await has(500)]).toEqual([true, false]);
    await put(ada, item('read', '99997', 99_997));
    expect([await has(1), await has(2), await has(99_997)]).toEqual([false, true, true]);
    expect(await lastSeq(database, bo)).toBe(1);
  });
});
