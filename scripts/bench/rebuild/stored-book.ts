import type { Database, Row } from '#src/api/store/database.ts';
import type { NewBook } from '#src/api/store/records.ts';

/** A row as the store has it, with lists of names as JSON. */
type BookRow = Row &
  Pick<NewBook, 'key' | 'fingerprint' | 'section' | 'title' | 'category' | 'subCategory' | 'status'> &
  Pick<
    NewBook,
    'introduction' | 'language' | 'rating' | 'ratingCount' | 'hot' | 'source' | 'publishedAt' | 'updatedAt'
  > & {
    author: string;
    authorIntroduction: string;
    cover: string | null;
    genres: string;
    tags: string;
    keywords: string;
  };

const namesOf = (table: string, ids: string) =>
  `(SELECT json_group_array(name) FROM ${table} t WHERE t.id IN (SELECT value FROM json_each(${ids})))`;

const BOOK_AT = `SELECT b.key, b.fingerprint, b.section, b.title, b.category, b.sub_category AS subCategory, b.status,
  b.introduction, b.language, b.rating, b.rating_count AS ratingCount, b.hot, b.source, b.published_at AS publishedAt, b.updated_at AS updatedAt,
  a.name AS author, a.introduction AS authorIntroduction, b.cover, ${namesOf('genres', 'b.genres')} AS genres,
  (SELECT json_group_array(value ->> 'name') FROM json_each(b.tags)) AS tags,
  ${namesOf('keywords', 'b.keywords')} AS keywords
  FROM books b JOIN authors a ON a.id = b.author_id ORDER BY b.id LIMIT 1 OFFSET ?`;

/** A book of the store as it was written, without its chapters; `position` counts from the first one written. */
export async function storedBook(catalogue: Database, position: number): Promise<NewBook> {
  const { author, authorIntroduction, cover, genres, tags, keywords, ...row } = await catalogue.one<BookRow>(
    BOOK_AT,
    position,
  );
  return {
    ...row,
    author: { name: author, introduction: authorIntroduction },
    cover: cover === null ? null : coverOf(JSON.parse(cover)),
    genres: JSON.parse(genres),
    tags: JSON.parse(tags),
    keywords: JSON.parse(keywords),
    chapters: [],
  };
}

const coverOf = ({ url, widths, tone }: { url: string; widths: number[]; tone: number }) => ({
  file: url.replace(/^\/media\//, ''),
  widths,
  tone,
});
