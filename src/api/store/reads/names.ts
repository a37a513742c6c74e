import type { Author, CategoryEntry, Genre } from '#src/contract/entities/listing.ts';
import type { Database, Row } from '../database.ts';
import { MEMBERSHIP } from '../membership.ts';
import { type Offering, offered } from './offered.ts';
import { type AuthorRow, formerNames, toAuthor, toFormer } from './rows.ts';

/** SQL for the number of an author's books that the brand offers. */
export const offeredByAuthor = (author: string, brand = '?') =>
  `(SELECT count(*) FROM memberships m WHERE m.kind = ${MEMBERSHIP.author} AND m.target = ${author}.id AND ${offered('m', brand)})`;

/** One that was merged into another is that one. @returns undefined where the brand offers none of the author's books */
export async function authorById(
  database: Database,
  { section, brand }: Offering,
  id: number,
): Promise<Author | undefined> {
  const sql = `SELECT a.id, a.name, a.introduction, ${offeredByAuthor('a', '?1')} AS books, a.updated_at
    FROM authors a WHERE a.id = coalesce((SELECT now FROM former_names WHERE kind = 'author' AND id = ?2 AND now <> ?2), ?2)
      AND a.section = ?3`;
  const row = await database.get<AuthorRow>(sql, brand, id, section);
  return row && row.books > 0 ? toAuthor(row) : undefined;
}

/** Whether a genre, tag or keyword is one of the section. */
export async function hasName(
  database: Database,
  table: 'genres' | 'tags' | 'keywords',
  section: number,
  id: number,
): Promise<boolean> {
  return (await database.get(`SELECT 1 FROM ${table} WHERE id = ? AND section = ?`, id, section)) !== undefined;
}

export async function genres(database: Database, section: number): Promise<Genre[]> {
  type GenreRow = Row & { id: number; name: string; introduction: string; updated_at: string; former: string };
  type TagRow = Row & { genre_id: number; id: number; name: string };
  const tags = await database.all<TagRow>(
    `SELECT gt.genre_id, t.id, t.name FROM genre_tags gt JOIN tags t ON t.id = gt.tag_id
     WHERE t.section = ? ORDER BY gt.genre_id, gt.position`,
    section,
  );
  const byGenre = Map.groupBy(tags, ({ genre_id }) => genre_id);
  const rows = await database.all<GenreRow>(
    `SELECT id, name, introduction, updated_at, ${formerNames('genre', 'genres')} FROM genres WHERE section = ? ORDER BY id`,
    section,
  );
  return rows.map(({ id, name, introduction, updated_at, former }) => {
    const own = (byGenre.get(id) ?? []).map((tag) => ({ id: tag.id, name: tag.name }));
    return { id, name, introduction, tags: own, updated_at, ...toFormer(former) };
  });
}

/** Whether the brand offers a book of the category. */
const HAS_BOOKS = `EXISTS (SELECT 1 FROM memberships m WHERE m.kind = ${MEMBERSHIP.category} AND m.target = categories.id
  AND ${offered('m')})`;

/** The categories of which the brand offers books, and those of their parts. */
export async function categories(database: Database, { section, brand }: Offering): Promise<CategoryEntry[]> {
  type CategoryRow = Row & { name: string; sub_name: string };
  const rows = await database.all<CategoryRow>(
    `SELECT name, sub_name FROM categories WHERE section = ?
       AND ${HAS_BOOKS} ORDER BY name, sub_name`,
    section,
    brand,
  );
  return [...Map.groupBy(rows, ({ name }) => name)].map(([name, entries]) => ({
    name,
    subs: entries.map(({ sub_name }) => sub_name).filter(Boolean),
  }));
}

/** @returns undefined where the section has no such category, or the brand no book of it */
export async function categoryByName(
  database: Database,
  { section, brand }: Offering,
  name: string,
  sub: string,
): Promise<number | undefined> {
  type IdRow = Row & { id: number };
  const row = await database.get<IdRow>(
    `SELECT id FROM categories WHERE section = ? AND name = ? AND sub_name = ? AND ${HAS_BOOKS}`,
    section,
    name,
    sub,
    brand,
  );
  return row?.id;
}
