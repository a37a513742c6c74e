import type { CategoryEntry } from '#src/contract/entities/listing.ts';
import type { Sql } from '#src/lib/sqlite.ts';
import { createHottest } from './hottest.ts';

type CategoryRow = { id: number; key: string; name: string | null };

/**
 * The categories with books, and their parts, each by name. A list computed from books is called as the hottest of
 * them calls it, so that of two spellings with one address the same one wins everywhere.
 */
export function readCategories(sql: Sql, section: number): CategoryEntry[] {
  const hottest = createHottest(sql, section);
  const entries = new Map<string, { name: string; subs: string[] }>();
  for (const { id, key, name } of sql.all<CategoryRow>(CATEGORIES, section)) {
    const category = hottest(id)?.category;
    if (!category) continue;
    const [parent = key, part] = key.split('/');
    if (part === undefined) entries.set(parent, { name: name ?? category.name, subs: [] });
    else entries.get(parent)?.subs.push(name ?? category.sub_name ?? part);
  }
  return [...entries.values()]
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .map(({ name, subs }) => ({ name, subs: subs.sort() }));
}

/** A parent's key is shorter than those of its parts, so it comes first. */
const CATEGORIES = `SELECT id, key, name FROM lists WHERE section = ? AND key LIKE 'category:%' ORDER BY key`;
