import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWriter, findForeignEdits, forgetBrand, inspectStore, openStore, type Store } from '#src/api/index.ts';
import { recordFreedChapters } from '#src/api/store/index.ts';
import { book, chapter } from '../../../integration/api/fixture.ts';

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-foreign-'));
  store = await openStore(folder);
  const writer = createWriter(store);
  await writer.transaction(async () => {
    await writer.putBook(
      book('a', { chapters: [chapter('One'), chapter('Two', { price: 1, freeFrom: '2026-01-01T00:00:00Z' })] }),
    );
    await writer.putBook(book('b'));
    await writer.putShelf({ brand: 'local', section: 7, name: 'New', style: 'row', books: ['a', 'b'] });
    await writer.editBook('a', { title: 'Renamed' });
    await writer.publishBook('b', 'draft');
  });
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

/** Executes SQL on a connection that Lectern did not open. */
function byHand(sql: string): void {
  const database = new DatabaseSync(join(folder, 'catalogue.db'));
  database.exec(sql);
  database.close();
}

const editSummaries = async () =>
  (await findForeignEdits(store.catalogue)).map(({ place, record, act, name }) => [place, record, act, name]);

describe('findForeignEdits', () => {
  it('ignores failed transactions, and changes by the store writer, by scheduled publishing or by the removal of a brand', async () => {
    await recordFreedChapters(store, new Date('2026-06-01T00:00:00Z'));
    const writer = createWriter(store);
    await expect(() =>
      writer.transaction(async () => {
        await writer.removeBook('b');
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    await forgetBrand(store, { id: 'local', accounts: [] });
    await writer.transaction(() => writer.removeBook('a'));
    expect(await editSummaries()).toEqual([]);
  });

  it.each([
    [`UPDATE books SET title = 'By hand' WHERE id = 1`, ['books', 1, 'update', 'By hand']],
    [`UPDATE chapter_texts SET html = '<p>x</p>' WHERE chapter_id = 2`, ['chapter_texts', 2, 'update', 'Renamed']],
    [`UPDATE chapters SET price = NULL WHERE id = 2`, ['chapters', 1, 'update', 'Renamed']],
    [`UPDATE authors SET introduction = 'x' WHERE id = 1`, ['authors', 1, 'update', 'Ada Marsh']],
    [`DELETE FROM shelf_books WHERE position = 0`, ['shelf_books', 1, 'delete', 'New']],
    [
      `INSERT INTO tags (section, name, name_key, updated_at, seq) VALUES (7, 'Own', 'own', '', 1)`,
      ['tags', expect.any(Number), 'insert', 'Own'],
    ],
  ])('lists the rows changed by: %s', async (sql, expected) => {
    byHand(sql);
    expect(await editSummaries()).toEqual([expected]);
    const [catalogue, visitors] = await inspectStore(folder);
    expect([catalogue?.foreignEdits.length, visitors?.foreignEdits]).toEqual([1, []]);
  });

  it('lists a deleted book once even if it was changed before, with the time of the last change', async () => {
    byHand('UPDATE books SET hot = 1 WHERE id = 1; PRAGMA foreign_keys = ON; DELETE FROM books WHERE id = 1');
    expect(await editSummaries()).toContainEqual(['books', 1, 'delete', null]);
    expect((await editSummaries()).filter(([place, record]) => place === 'books' && record === 1)).toHaveLength(1);
    const [edit] = await findForeignEdits(store.catalogue);
    expect(Math.abs(Date.parse(edit?.at ?? '') - Date.now())).toBeLessThan(60_000);
  });
});
