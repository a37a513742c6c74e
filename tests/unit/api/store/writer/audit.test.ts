import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWriter, openStore, type Store } from '#src/api/index.ts';
import type { Row } from '#src/api/store/database.ts';
import type { StoreWriter } from '#src/api/store/records.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';

let folder: string;
let store: Store;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-audit-'));
  store = openStore(folder);
});
afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

const write = (work: (writer: StoreWriter) => void) => {
  const writer = createWriter(store, { who: 'mara', command: 'content' });
  writer.transaction(() => work(writer));
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
const log = () =>
  store.catalogue
    .all<LogRow>('SELECT who, command, act, kind, record, name, before, after FROM audit_log ORDER BY id')
    .map(({ before, after, ...row }) => ({ ...row, before: json(before), after: json(after) }));

const BY = { who: 'mara', command: 'content' };
const shelf = { brand: null, section: 7, name: 'New', style: 'row' } as const;

describe('the audit log', () => {
  it('has who added, changed and deleted a book, and what of it', () => {
    write((writer) => void writer.putBook(book('a')));
    write((writer) => void writer.putBook(book('a', { title: 'Another' })));
    write((writer) => void writer.removeBook('a'));
    const [added, changed, deleted, ...more] = log();
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

  it('has the moment of each change, whatever date the writer gives its rows', () => {
    const begin = new Date().toISOString();
    const writer = createWriter(store, { now: () => new Date('2020-01-01T00:00:00Z') });
    writer.transaction(() => writer.putBook(book('a')));
    const { at } = store.catalogue.one<{ at: string }>('SELECT at FROM audit_log');
    expect(at >= begin && at <= new Date().toISOString()).toBe(true);
  });

  it('names of chapters those that changed, and keeps no text', () => {
    write((writer) => void writer.putBook(book('a')));
    const chapters = [chapter('One'), chapter('Two', { html: '<p>Rewritten.</p>', updatedAt: '2026-03-01T00:00:00Z' })];
    write((writer) => void writer.putBook(book('a', { chapters, fingerprint: 'second' })));
    const changed = log().at(-1);
    expect(changed?.before.chapter_list).toMatchObject([{ title: 'Two', updated_at: '2026-02-01T00:00:00Z' }]);
    expect(changed?.after.chapter_list).toMatchObject([{ title: 'Two', updated_at: '2026-03-01T00:00:00Z' }]);
    expect(JSON.stringify(log())).not.toMatch(/Rewritten|Text of/);
  });

  it('has lists, genres, keywords, banners and help events, each where it changed', () => {
    const putAll = (books: string[], subtitle: string) =>
      write((writer) => {
        writer.putGenre({ section: 7, name: 'Dragons', introduction: subtitle, tags: ['Wings'] });
        writer.putKeyword(7, 'dragon tamer');
        writer.putRanking({ brand: null, section: 7, type: 'hot', typeName: 'Hot', name: 'Week', books });
        writer.putShelf({ ...shelf, books });
        writer.putBanner({ brand: null, section: 7, title: 'Read', subtitle, image: null, book: 'a' });
        const needed = books.length;
        const expiresAt = '2026-07-01T00:00:00Z';
        writer.putHelpEvent({ section: 7, book: 'a', inviter: 'Ann', needed, helped: 0, expiresAt });
        writer.putWholeBrands(books);
      });
    write((writer) => {
      for (const key of ['a', 'b']) writer.putBook(book(key));
    });
    const [begin, kinds] = [log().length, ['genre', 'keyword', 'ranking', 'shelf', 'banner', 'help event']];
    putAll(['a', 'b'], 'now');
    const first = log().slice(begin);
    expect(first.map(({ act, kind }) => `${act} ${kind}`)).toEqual([
      ...kinds.map((kind) => `add ${kind}`),
      'change whole brands',
    ]);
    putAll(['a', 'b'], 'now');
    expect(log()).toHaveLength(begin + first.length);
    putAll(['b'], 'later');
    const last = log().slice(begin + first.length);
    expect(last.map(({ kind }) => kind)).toEqual([...kinds.filter((kind) => kind !== 'keyword'), 'whole brands']);
    expect(last[2]).toMatchObject({ act: 'change', kind: 'shelf', before: { books: [1, 2] }, after: { books: [2] } });
  });

  it('has nothing of a transaction that failed, and lets no row be changed or removed', () => {
    const fail = (writer: StoreWriter) => {
      writer.putBook(book('a'));
      throw new Error('stopped');
    };
    expect(() => write(fail)).toThrow('stopped');
    expect(log()).toEqual([]);
    write((writer) => void writer.putBook(book('a')));
    expect(() => store.catalogue.run('DELETE FROM audit_log')).toThrow('keeps its rows');
    expect(() => store.catalogue.run(`UPDATE audit_log SET who = 'nobody'`)).toThrow('keeps its rows');
  });
});
