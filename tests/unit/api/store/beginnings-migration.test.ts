import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { beginningsOf } from '#src/api/store/beginnings.ts';
import { openDatabase } from '#src/api/store/database.ts';
import { CATALOGUE_SCHEMA } from '#src/api/store/schema-catalogue.ts';
import { sql } from '#src/api/store/sql.ts';

/** Index of the migration step that adds the first lines of the stored books. */
const STEP = CATALOGUE_SCHEMA.findIndex((step) => step.includes('INSERT OR IGNORE INTO book_beginnings'));
const RAIN =
  '<p>The rain had fallen on the harbour for nine days, and nobody on the quay spoke of anything else until the ferry came in without its lights.</p>';

it('the migration of an older store adds the first lines of its books', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-beginnings-'));
  const file = join(folder, 'catalogue.db');
  try {
    const before = await openDatabase(file, CATALOGUE_SCHEMA.slice(0, STEP), 'NORMAL');
    await before.exec(`
      INSERT INTO authors (id, section, name, introduction, updated_at) VALUES (1, 7, 'Mara Lind', '', '2026-01-01T00:00:00Z');
      INSERT INTO books (id, key, fingerprint, section, title, title_key, author_id, author_name, category, status, introduction,
        genres, tags, keywords, words, chapters, hot, language, published_at, updated_at, seq)
        VALUES (1, 'text:raft', '', 7, 'Raft', 'raft', 1, 'Mara Lind', 'Fantasy', 'finished', '', '[]', '[]', '[]', 9, 7, 1, 'en',
          '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z', 1);
      INSERT INTO chapters (id, book_id, number, place, title, kind, words, updated_at)
        SELECT value, 1, value, value, 'Chapter', 'chapter', 9, '2026-01-01T00:00:00Z' FROM json_each('[1,2,3,4,5,6,7]');
      INSERT INTO chapter_texts SELECT id, '<p>Short.</p>' FROM chapters;
      UPDATE chapter_texts SET html = '${RAIN}' WHERE chapter_id IN (2, 3);
      UPDATE chapter_texts SET html = '${RAIN.replace('rain', 'snow')}' WHERE chapter_id = 6;`);
    await before.close();
    const now = await openDatabase(file, CATALOGUE_SCHEMA, 'NORMAL');
    const [hash] = beginningsOf([RAIN]);
    expect(await now.all(sql`SELECT hash, book_id FROM book_beginnings`)).toEqual([{ hash, book_id: 1 }]);
    await now.close();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
