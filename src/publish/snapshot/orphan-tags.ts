import type { Tag } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createFirstBookReader } from './list-reader.ts';

/**
 * The value of `names.kind` for orphan tags, which separates them from the upstream's tags. Existing snapshots contain
 * this value.
 */
const ORPHAN_KIND = 'adopted';

/**
 * Stores the tags that books have but the upstream's list of tags lacks. Cards link to the pages of their tags, so each
 * such tag is copied from the hottest book that has it. Orphan tags from an earlier run are deleted if no book has them
 * any more.
 */
export function storeOrphanTags(sql: Sql, section: number): void {
  const firstBook = createFirstBookReader(sql, section);
  const stored = new Map(
    sql
      .all<StoredRow>('SELECT id, json FROM names WHERE section = ? AND kind = ?', section, ORPHAN_KIND)
      .map((row) => [row.id, row.json]),
  );
  for (const { list, tag: id } of sql.all<OrphanRow>(ORPHANS, section, section)) {
    const book = firstBook(list);
    const reference = book?.tags.find((tag) => tag.id === id);
    if (!reference) continue;
    const tag: Tag = { ...reference, genre_id: null, updated_at: book?.updated_at ?? '' };
    const json = JSON.stringify(tag);
    if (stored.get(id) !== json)
      sql.run('INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?)', section, ORPHAN_KIND, id, json);
    stored.delete(id);
  }
  for (const id of stored.keys())
    sql.run('DELETE FROM names WHERE section = ? AND kind = ? AND id = ?', section, ORPHAN_KIND, id);
}

type StoredRow = { id: number; json: string };
type OrphanRow = { list: number; tag: number };

const ORPHANS = `
  SELECT id AS list, CAST(substr(key, 5) AS INTEGER) AS tag FROM lists
  WHERE section = ? AND key LIKE 'tag:%'
    AND CAST(substr(key, 5) AS INTEGER) NOT IN (SELECT id FROM names WHERE section = ? AND kind = 'tag')`;
