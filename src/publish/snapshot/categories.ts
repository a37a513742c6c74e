import type { CategoryEntry } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createFirstBookReader } from './list-reader.ts';

type CategoryRow = { id: number; key: string; name: string | null };

/**
 * Returns the categories that have books, with their subcategories, ordered by name. A list without a stored name is
 * named after the category of its hottest book, so that all pages show the same spelling if two spellings share a slug.
 */
export function readCategories(sql: Sql, section: number): CategoryEntry[] {
  const firstBook = createFirstBookReader(sql, section);
  const entries = new Map<string, { name: string; subs: string[] }>();
  for (const { id, key, name } of sql.all<CategoryRow>(CATEGORIES, section)) {
    const category = firstBook(id)?.category;
    if (!category) continue;
    const [parent = key, part] = key.split('/');
    if (part === undefined) entries.set(parent, { name: name ?? category.name, subs: [] });
    else entries.get(parent)?.subs.push(name ?? category.sub_name ?? part);
  }
  return [...entries.values()]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, subs }) => ({ name, subs: subs.sort() }));
}

/**
 * Query for categories and subcategories by key. The key of a category is a prefix of its subcategories' keys, so the
 * category comes first.
 */
const CATEGORIES = `SELECT id, key, name FROM lists WHERE section = ? AND key LIKE 'category:%' ORDER BY key`;
