import type { Tag } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createHottest } from './hottest.ts';

/** Ids of adopted tags, kept apart so that the next run takes them back. */
const ADOPTED = 'adopted';

/**
 * Books may name tags that the upstream's list of all tags lacks. Their pages are linked from every card, so the
 * snapshot takes such a tag from the hottest book that has it.
 */
export function adoptTags(sql: Sql, section: number): void {
  const hottest = createHottest(sql, section);
  const kept = new Map(
    sql
      .all<KeptRow>('SELECT id, json FROM names WHERE section = ? AND kind = ?', section, ADOPTED)
      .map((row) => [row.id, row.json]),
  );
  for (const { list, tag: id } of sql.all<OrphanRow>(ORPHANS, section, section)) {
    const book = hottest(list);
    const reference = book?.tags.find((tag) => tag.id === id);
    if (!reference) continue;
    const tag: Tag = { ...reference, genre_id: null, updated_at: book?.updated_at ?? '' };
    const json = JSON.stringify(tag);
    if (kept.get(id) !== json) sql.run('INSERT OR REPLACE INTO names VALUES (?, ?, ?, ?)', section, ADOPTED, id, json);
    kept.delete(id);
  }
  for (const id of kept.keys())
    sql.run('DELETE FROM names WHERE section = ? AND kind = ? AND id = ?', section, ADOPTED, id);
}

type KeptRow = { id: number; json: string };
type OrphanRow = { list: number; tag: number };

const ORPHANS = `
  SELECT id AS list, CAST(substr(key, 5) AS INTEGER) AS tag FROM lists
  WHERE section = ? AND key LIKE 'tag:%'
    AND CAST(substr(key, 5) AS INTEGER) NOT IN (SELECT id FROM names WHERE section = ? AND kind = 'tag')`;
