import type { Author, CategoryEntry, Genre } from '#src/contract/entities/listing.ts';
import type { Database, Row } from '../database.ts';
import { MEMBERSHIP } from '../membership.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { type Offering, offered } from './offered.ts';
import { type AuthorRow, formerNames, toAuthor, toFormer } from './rows.ts';

/** Returns SQL for the number of books by an author that the brand offers. */
export const offeredByAuthor = (author: string, brand: string): Sql =>
  sql`(SELECT count(*) FROM memberships m
    WHERE m.kind = ${raw(MEMBERSHIP.author)} AND m.target = ${raw(author)}.id AND ${offered('m', brand)})`;

/**
 * Returns an author. For a merged author, returns the author that it was merged into.
 * @returns undefined if the brand offers no book by the author
 */
export async function authorById(
  database: Database,
  { section, brand }: Offering,
  id: number,
): Promise<Author | undefined> {
  const query = sql`SELECT a.id, a.name, a.introduction, ${offeredByAuthor('a', brand)} AS books, a.updated_at FROM authors a
    WHERE a.id = coalesce((SELECT now FROM former_names WHERE kind = 'author' AND id = ${id} AND now <> ${id}), ${id})
      AND a.section = ${section}`;
  const row = await database.get<AuthorRow>(query);
  return row && row.books > 0 ? toAuthor(row) : undefined;
}

/** Whether a genre, tag or keyword belongs to the section. */
export async function hasName(
  database: Database,
  table: 'genres' | 'tags' | 'keywords',
  section: number,
  id: number,
): Promise<boolean> {
  return (await database.get(sql`SELECT 1 FROM ${raw(table)} WHERE id = ${id} AND section = ${section}`)) !== undefined;
}

export async function genres(database: Database, section: number): Promise<Genre[]> {
  type GenreRow = Row & { id: number; name: string; introduction: string; updated_at: string; former: string };
  type TagRow = Row & { genre_id: number; id: number; name: string };
  const tags = await database.all<TagRow>(
    sql`SELECT gt.genre_id, t.id, t.name FROM genre_tags gt JOIN tags t ON t.id = gt.tag_id
     WHERE t.section = ${section} ORDER BY gt.genre_id, gt.position`,
  );
  const byGenre = Map.groupBy(tags, ({ genre_id }) => genre_id);
  const rows = await database.all<GenreRow>(
    sql`SELECT id, name, introduction, updated_at, ${formerNames('genre', 'genres')} FROM genres WHERE section = ${section} ORDER BY id`,
  );
  return rows.map(({ id, name, introduction, updated_at, former }) => {
    const own = (byGenre.get(id) ?? []).map((tag) => ({ id: tag.id, name: tag.name }));
    return { id, name, introduction, tags: own, updated_at, ...toFormer(former) };
  });
}

/** Returns a condition: the brand offers a book of the category. */
const hasBooks = (brand: string): Sql =>
  sql`EXISTS (SELECT 1 FROM memberships m
    WHERE m.kind = ${raw(MEMBERSHIP.category)} AND m.target = categories.id AND ${offered('m', brand)})`;

/** Returns the categories and subcategories in which the brand offers books. */
export async function categories(database: Database, { section, brand }: Offering): Promise<CategoryEntry[]> {
  type CategoryRow = Row & { name: string; sub_name: string };
  const rows = await database.all<CategoryRow>(
    sql`SELECT name, sub_name FROM categories WHERE section = ${section} AND ${hasBooks(brand)} ORDER BY name, sub_name`,
  );
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, entries]) => ({
    name,
    subs: entries.map(({ sub_name }) => sub_name).filter(Boolean),
  }));
}

/** Finds a category by name. @returns undefined if the section has none, or the brand offers no book of it */
export async function categoryByName(
  database: Database,
  { section, brand }: Offering,
  name: string,
  sub: string,
): Promise<number | undefined> {
  type IdRow = Row & { id: number };
  const row = await database.get<IdRow>(
    sql`SELECT id FROM categories
      WHERE section = ${section} AND name = ${name} AND sub_name = ${sub} AND ${hasBooks(brand)}`,
  );
  return row?.id;
}
