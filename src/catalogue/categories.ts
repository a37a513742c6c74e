import type { Book } from '#src/contract/entities/book.ts';
import type { CategoryEntry } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';

type CategoryRow = { key: string; name: string | null; json: string };

/**
 * The categories with books, and their parts, each by name. A list computed from books is called as the hottest of
 * them calls it, so that of two spellings with one address the same one wins everywhere.
 */
export function readCategories(sql: Sql, section: number): CategoryEntry[] {
  const entries = new Map<string, { name: string; subs: string[] }>();
  for (const { key, name, json } of sql.all<CategoryRow>(CATEGORIES, section)) {
    const { category }: Book = JSON.parse(json);
    const [parent = key, part] = key.split('/');
    if (part === undefined) entries.set(parent, { name: name ?? category.name, subs: [] });
    else entries.get(parent)?.subs.push(name ?? category.sub_name ?? part);
  }
  return [...entries.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, subs }) => ({ name, subs: subs.sort() }));
}

/** A parent's key is shorter than those of its parts, so it comes first. */
const CATEGORIES = `SELECT l.key, l.name, b.json FROM lists l
    JOIN members m ON m.list = l.id AND m.position = 0
    JOIN books b ON b.section = l.section AND b.id = m.book
  WHERE l.section = ? AND l.key LIKE 'category:%' ORDER BY l.key`;
