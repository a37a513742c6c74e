import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { VISITORS_SCHEMA } from '#src/api/store/schema-visitors.ts';
import { sql } from '#src/api/store/sql.ts';
import { historyOf, libraryChanges } from '#src/api/store/visitors/library.ts';

const folder = mkdtempSync(join(tmpdir(), 'lectern-library-'));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('the migration of an older store moves the reading history to the library, including removed entries', async () => {
  const file = join(folder, 'visitors.db');
  const step = VISITORS_SCHEMA.findIndex((sql) => sql.includes('CREATE TABLE library'));
  const before = await openDatabase(file, VISITORS_SCHEMA.slice(0, step));
  await before.exec(
    `INSERT INTO users (id, email, name, password, created_at) VALUES (1, 'a@b.org', 'Ann', 'x', '2026')`,
  );
  const entry = {
    book: { id: 4, title: 'Moon', category: { name: 'Romance', sub_name: null } },
    cover: null,
    chapter: { id: 41, number: 1, title: 'One' },
    read_at: '2026-05-01T12:00:00.000Z',
  };
  await before.run(
    sql`INSERT INTO history (user_id, book_id, at, entry) VALUES (1, ${4}, ${Date.parse(entry.read_at)}, ${JSON.stringify(entry)})`,
  );
  await before.run(sql`INSERT INTO history (user_id, book_id, at, entry) VALUES (1, ${5}, ${7}, ${null})`);
  await before.close();

  const after = await openDatabase(file, VISITORS_SCHEMA);
  expect(await historyOf(after, 1)).toEqual([entry]);
  expect(await libraryChanges(after, 1, 0, 10)).toMatchObject({
    items: [{ kind: 'read', id: '5', value: null, at: 7 }, { id: '4' }],
    seq: 2,
    more: false,
  });
  await after.close();
});
