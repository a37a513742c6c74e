import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import type { Row } from '#src/api/store/database.ts';
import type { StoreWriter } from '#src/api/store/records.ts';
import { sql } from '#src/api/store/sql.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-audit-'));
  store = await openStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const write = async (work: (writer: StoreWriter) => Promise<unknown>) => {
  const writer = createWriter(store, { who: 'mara', command: 'content' });
  await writer.transaction(() => work(writer));
};

type LogRow = Row & {
  act: string;
  kind: string;
  record: number;
  name: string;
  before: string | null;
  after: string | null;
};

const json = (text: unknown) => (typeof text === 'string' ? JSON.parse(text) : null);
const log = async () =>
  (
    await store.catalogue.all<LogRow>(
      sql`SELECT who, command, act, kind, record, name, before, after FROM audit_log ORDER BY id`,
    )
  ).map(({ before, after, ...row }) => ({ ...row, before: json(before), after: json(after) }));

const BY = { who: 'mara', command: 'content' };
const shelf = { brand: null, section: 7, name: 'New', style: 'row' } as const;

describe('the audit log of the store', () => {
  it('records who added, changed or deleted a book, and the fields before and after', async () => {
    await write((writer) => writer.putBook(book('a')));
    await write((writer) => writer.putBook(book('a', { title: 'Another' })));
    await write((writer) => writer.removeBook('a'));
    const [added, changed, deleted, ...more] = await log();
    expect(more).toEqual([]);
    const one = { ...BY, kind: 'book', record: 1 };
    expect(added).toMatchObject({
      ...one,
      act: 'add',
      name: 'Title a',
      before: null,
      after: { key: 'a', chapters: 2 },
    });
    expect(changed).toMatchObject({ ...one, act: 'change', before: { title: 'Title a' }, after: { title: 'Another' } });
    expect(Object.keys(changed?.after).sort()).toEqual(['fingerprint', 'title', 'updated_at']);
    expect(deleted).toMatchObject({
      ...one,
      act: 'delete',
      name: 'Another',
      before: { title: 'Another' },
      after: null,
    });
  });

  it('records the actual time of each change, even if the clock of the writer has a different time', async () => {
    const begin = new Date().toISOString();
    const writer = createWriter(store, { now: () => new Date('2020-01-01T00:00:00Z') });
    await writer.transaction(() => writer.putBook(book('a')));
    const { at } = await store.catalogue.one<{ at: string }>(sql`SELECT at FROM audit_log`);
    expect(at >= begin && at <= new Date().toISOString()).toBe(true);
  });

  it('lists changed chapters, but without their texts', async () => {
    await write((writer) => writer.putBook(book('a')));
    const chapters = [chapter('One'), chapter('Two', { html: '<p>Rewritten.</p>', updatedAt: '2026-03-01T00:00:00Z' })];
    await write((writer) => writer.putBook(book('a', { chapters, fingerprint: 'second' })));
    const changed = (await log()).at(-1);
    expect(changed?.before.chapter_list).toMatchObject([{ title: 'Two', updated_at: '2026-02-01T00:00:00Z' }]);
    expect(changed?.after.chapter_list).toMatchObject([{ title: 'Two', updated_at: '2026-03-01T00:00:00Z' }]);
    expect(JSON.stringify(await log())).not.toMatch(/Rewritten|Text of/);
  });

  it('records changes to lists, genres, keywords, banners and help events', async () => {
    const putAll = (books: string[], subtitle: string) =>
      write(async (writer) => {
        await writer.putGenre({ section: 7, name: 'Dragons', introduction: subtitle, tags: ['Wings'] });
        await writer.putKeyword(7, 'dragon tamer');
        await writer.putRanking({ brand: null, section: 7, type: 'hot', typeName: 'Hot', name: 'Week', books });
        await writer.putShelf({ ...shelf, books });
        await writer.putBanner({ brand: null, section: 7, title: 'Read', subtitle, image: null, book: 'a' });
        const needed = books.length;
        const expiresAt = '2026-07-01T00:00:00Z';
        await writer.putHelpEvent({ section: 7, book: 'a', inviter: 'Ann', needed, helped: 0, expiresAt });
        await writer.putWholeBrands(books);
      });
    await write(async (writer) => {
      for (const key of ['a', 'b']) await writer.putBook(book(key));
    });
    const [begin, kinds] = [(await log()).length, ['genre', 'keyword', 'ranking', 'shelf', 'banner', 'help event']];
    await putAll(['a', 'b'], 'now');
    const first = (await log()).slice(begin);
    expect(first.map(({ act, kind }) => `${act} ${kind}`)).toEqual([
      ...kinds.map((kind) => `add ${kind}`),
      'change whole brands',
    ]);
    await putAll(['a', 'b'], 'now');
    expect(await log()).toHaveLength(begin + first.length);
    await putAll(['b'], 'later');
    const last = (await log()).slice(begin + first.length);
    expect(last.map(({ kind }) => kind)).toEqual([...kinds.filter((kind) => kind !== 'keyword'), 'whole brands']);
    expect(last[2]).toMatchObject({ act: 'change', kind: 'shelf', before: { books: [1, 2] }, after: { books: [2] } });
  });

  it('contains no entries of failed transactions, and its entries can be neither changed nor deleted', async () => {
    const fail = async (writer: StoreWriter) => {
      await writer.putBook(book('a'));
      throw new Error('stopped');
    };
    await expect(() => write(fail)).rejects.toThrow('stopped');
    expect(await log()).toEqual([]);
    await write((writer) => writer.putBook(book('a')));
    await expect(() => store.catalogue.run(sql`DELETE FROM audit_log`)).rejects.toThrow('keeps its rows');
    await expect(() => store.catalogue.run(sql`UPDATE audit_log SET who = 'nobody'`)).rejects.toThrow('keeps its rows');
  });
});
