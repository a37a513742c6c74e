import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type BookChanges, createWriter, openStore, type Store, storedBook } from '#src/api/index.ts';
import type { NewBook } from '#src/api/store/records.ts';
import { sql } from '#src/api/store/sql.ts';
import { book, chapter } from '../../../../integration/api/fixture.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-edit-'));
  store = await openStore(folder);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

const transaction = async <T>(work: (writer: ReturnType<typeof createWriter>) => Promise<T>): Promise<T> => {
  const writer = createWriter(store, { now: () => new Date('2026-06-01T12:00:00Z') });
  return writer.transaction(() => work(writer));
};
const put = (one: NewBook) => transaction((writer) => writer.putBook(one));
const edit = (changes: BookChanges) => transaction((writer) => writer.editBook('a', changes));
const row = () => store.catalogue.one(sql`SELECT * FROM books`);
const chapters = () =>
  store.catalogue.all(
    sql`SELECT c.*, t.html FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id ORDER BY c.id`,
  );
const lists = () => store.catalogue.all(sql`SELECT kind, target, hot, brands FROM memberships ORDER BY 1, 2`);

const FULL = book('a', {
  subCategory: 'Dragons',
  series: { name: 'The Saga', number: 2 },
  ratingCount: 12,
  brands: ['freenovel', 'local'],
  chapters: [
    chapter('One', { html: '<p><a href="chapter-number:2">on</a></p>' }),
    chapter('Two', { part: 'II', price: 5, freeFrom: '2026-09-01T00:00:00Z' }),
  ],
});

describe('editBook', () => {
  it('changes only the given fields, and no other fields, lists or chapters of the book', async () => {
    await put(FULL);
    const [before, texts, placed] = [await row(), await chapters(), await lists()];
    expect(await edit({ introduction: 'Another.' })).toBe(true);
    const { seq, ...after } = await row();
    expect(after).toEqual({
      ...Object.fromEntries(Object.entries(before).filter(([column]) => column !== 'seq')),
      introduction: 'Another.',
      updated_at: '2026-06-01T12:00:00Z',
    });
    expect(Number(seq)).toBeGreaterThan(Number(before['seq']));
    expect([await chapters(), await lists()]).toEqual([texts, placed]);
  });

  it('can change every field that operators may edit', async () => {
    await put(FULL);
    const fields = {
      title: 'Renamed',
      category: 'Horror',
      genres: ['Ghosts'],
      tags: ['Fog', 'Moor'],
      keywords: ['old house'],
      status: 'updating',
      language: 'en',
      rating: null,
      hot: 99,
    } as const;
    await edit({ ...fields, author: 'Bo Lund', subCategory: null, brands: ['local'] });
    const all = { ...fields, author: 'Bo Lund', sub_category: null, brands: ['local'] };
    expect(await storedBook(store.catalogue, 1)).toMatchObject({ ...all, keywords: ['old house', 'The Saga'] });
    expect(await store.catalogue.all(sql`SELECT name FROM authors`)).toEqual([{ name: 'Bo Lund' }]);
  });

  it('writes and records nothing if no value would change', async () => {
    await put(FULL);
    const [before, log] = [await row(), sql`SELECT count(*) AS total FROM audit_log`];
    const entries = await store.catalogue.one(log);
    expect(await edit({ title: 'Title a', tags: ['Dragons'], brands: ['freenovel', 'local'] })).toBe(false);
    expect([await row(), await store.catalogue.one(log)]).toEqual([before, entries]);
    expect(await transaction((writer) => writer.editBook('nobody', { title: 'X' }))).toBe(false);
  });

  it('makes changes that importing the same file again does not undo', async () => {
    await put(FULL);
    await edit({ title: 'Renamed' });
    expect(await put(FULL)).toEqual({ id: 1, status: 'unchanged' });
    expect((await row())['title']).toBe('Renamed');
  });

  it('rejects values that a response cannot contain, and leaves the book unchanged', async () => {
    await put(FULL);
    await expect(() => edit({ title: '' })).rejects.toThrow(expect.objectContaining({ code: 'STORE_REFUSED' }));
    await expect(() => edit({ brands: [] })).rejects.toThrow(expect.objectContaining({ code: 'STORE_REFUSED' }));
    expect((await row())['title']).toBe('Title a');
  });
});
