import type { Database, Row } from '#src/api/store/database.ts';
import { storedNames, tagNames } from '#src/api/store/reads/stored-names.ts';
import type { NewBook } from '#src/api/store/records.ts';
import { type Sql, sql } from '#src/api/store/sql.ts';

/** A row of the table of books, with lists of names as JSON. */
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

const bookAt = (
  position: number,
): Sql => sql`SELECT b.key, b.fingerprint, b.section, b.title, b.category, b.sub_category AS subCategory, b.status,
  b.introduction, b.language, b.rating, b.rating_count AS ratingCount, b.hot, b.source, b.published_at AS publishedAt, b.updated_at AS updatedAt,
  a.name AS author, a.introduction AS authorIntroduction, b.cover, b.tags,
  ${storedNames('genres')}, ${storedNames('keywords')}
  FROM books b JOIN authors a ON a.id = b.author_id ORDER BY b.id LIMIT 1 OFFSET ${position}`;

/**
 * Reads a stored book in the form in which it was written, without its chapters. `position` is counted from the first
 * book that was written.
 */
export async function storedBook(catalogue: Database, position: number): Promise<NewBook> {
  const { author, authorIntroduction, cover, genres, tags, keywords, ...row } = await catalogue.one<BookRow>(
    bookAt(position),
  );
  return {
    ...row,
    author: { name: author, introduction: authorIntroduction },
    cover: cover === null ? null : coverOf(JSON.parse(cover)),
    genres: JSON.parse(genres),
    tags: tagNames(tags),
    keywords: JSON.parse(keywords),
    chapters: [],
  };
}

const coverOf = ({ url, widths, tone }: { url: string; widths: number[]; tone: number }) => ({
  file: url.replace(/^\/media\//, ''),
  widths,
  tone,
});
