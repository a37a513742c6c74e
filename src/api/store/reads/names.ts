import type { Author, CategoryEntry, Genre } from '#src/contract/entities/listing.ts';
import type { Database, Row } from '../database.ts';
import { MEMBERSHIP } from '../membership.ts';
import { type AuthorRow, toAuthor } from './rows.ts';

export function authorById(database: Database, section: number, id: number): Author | undefined {
  const sql = 'SELECT id, name, introduction, books, updated_at FROM authors WHERE id = ? AND section = ?';
  const row = database.get<AuthorRow>(sql, id, section);
  return row && toAuthor(row);
}

/** Whether a genre, tag or keyword is one of the section. */
export function hasName(
  database: Database,
  table: 'genres' | 'tags' | 'keywords',
  section: number,
  id: number,
): boolean {
  return database.get(`SELECT 1 FROM ${table} WHERE id = ? AND section = ?`, id, section) !== undefined;
}

export function genres(database: Database, section: number): Genre[] {
  type GenreRow = Row & { id: number; name: string; introduction: string; updated_at: string };
  type TagRow = Row & { genre_id: number; id: number; name: string };
  const tags = database.all<TagRow>(
    `SELECT gt.genre_id, t.id, t.name FROM genre_tags gt JOIN tags t ON t.id = gt.tag_id
     WHERE t.section = ? ORDER BY gt.genre_id, gt.position`,
    section,
  );
  const byGenre = Map.groupBy(tags, ({ genre_id }) => genre_id);
  const rows = database.all<GenreRow>(
    'SELECT id, name, introduction, updated_at FROM genres WHERE section = ? ORDER BY id',
    section,
  );
  return rows.map(({ id, name, introduction, updated_at }) => {
    const own = (byGenre.get(id) ?? []).map((tag) => ({ id: tag.id, name: tag.name }));
    return { id, name, introduction, tags: own, updated_at };
  });
}

/** The categories that have books, and those of their parts that have. */
export function categories(database: Database, section: number): CategoryEntry[] {
  type CategoryRow = Row & { name: string; sub_name: string };
  const rows = database.all<CategoryRow>(
    `SELECT name, sub_name FROM categories WHERE section = ?
       AND EXISTS (SELECT 1 FROM memberships WHERE kind = ${MEMBERSHIP.category} AND target = categories.id)
     ORDER BY name, sub_name`,
    section,
  );
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, entries]) => ({
    name,
    subs: entries.map(({ sub_name }) => sub_name).filter(Boolean),
  }));
}

/** @returns undefined where the section has no such category, or it has no books. */
export function categoryByName(database: Database, section: number, name: string, sub: string): number | undefined {
  type IdRow = Row & { id: number };
  const row = database.get<IdRow>(
    `SELECT id FROM categories WHERE section = ? AND name = ? AND sub_name = ?
       AND EXISTS (SELECT 1 FROM memberships WHERE kind = ${MEMBERSHIP.category} AND target = categories.id)`,
    section,
    name,
    sub,
  );
  return row?.id;
}
