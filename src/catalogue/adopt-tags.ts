import type { Book } from '#src/contract/entities/book.ts';
import type { Tag } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';

/** Ids of adopted tags, kept apart so that the next run takes them back. */
const ADOPTED = 'adopted';

/**
 * Books may name tags that the upstream's list of all tags lacks. Their pages are linked from every card, so the
 * snapshot takes such a tag from the hottest book that has it.
 */
export function adoptTags(sql: Sql, section: number): void {
  sql.run('DELETE FROM names WHERE section = ? AND kind = ?', section, ADOPTED);
  for (const { id, json } of sql.all<OrphanRow>(ORPHANS, section, section)) {
    const book: Book = JSON.parse(json);
    const reference = book.tags.find((tag) => tag.id === id);
    if (!reference) continue;
    const tag: Tag = { ...reference, genre_id: null, updated_at: book.updated_at };
    sql.run('INSERT INTO names VALUES (?, ?, ?, ?)', section, ADOPTED, id, JSON.stringify(tag));
  }
}

type OrphanRow = { id: number; json: string };

const ORPHANS = `
  SELECT CAST(substr(l.key, 5) AS INTEGER) AS id, b.json FROM lists l
    JOIN members m ON m.list = l.id AND m.position = 0
    JOIN books b ON b.section = l.section AND b.id = m.book
  WHERE l.section = ? AND l.key LIKE 'tag:%'
    AND CAST(substr(l.key, 5) AS INTEGER) NOT IN (SELECT id FROM names WHERE section = ? AND kind = 'tag')`;
