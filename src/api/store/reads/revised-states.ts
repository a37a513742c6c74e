import type { Database, Row } from '../database.ts';
import { numbersAsRows } from '../dialects.ts';
import type { BookState, ChapterState, StoredName } from '../revision-states.ts';
import { raw, sql } from '../sql.ts';

type BookRow = Row & {
  title: string;
  author_id: number;
  author_name: string;
  introduction: string;
  category: string;
  sub_category: string | null;
  status: BookState['status'];
  genres: string;
  tags: string;
  keywords: string;
  series: string | null;
  language: string;
  offered_by: string | null;
  rating: number | null;
  rating_count: number | null;
  hot: number;
  cover: string | null;
  source: string | null;
  work: string | null;
  alternative_titles: string;
  original_title: string | null;
  original_author: string | null;
  original_language: string | null;
  state: string;
  publish_at: string | null;
};

/** Reads the fields of a book that revisions contain; undefined if the book does not exist. */
export async function bookState(database: Pick<Database, 'all' | 'get'>, id: number): Promise<BookState | undefined> {
  const row = await database.get<BookRow>(sql`SELECT * FROM books WHERE id = ${id}`);
  if (!row) return undefined;
  const { title, introduction, category, sub_category, status, language, rating, rating_count, hot } = row;
  const series: { keyword: StoredName; number: number | null } | null = parsed(row.series);
  const keywords = await namesOf(database, 'keywords', row.keywords);
  return {
    title,
    author: { id: row.author_id, name: row.author_name },
    introduction,
    category,
    sub_category,
    status,
    genres: await namesOf(database, 'genres', row.genres),
    tags: JSON.parse(row.tags),
    // The keyword of the series is derived from the series.
    keywords: keywords.filter(({ id: keyword }) => keyword !== series?.keyword.id),
    series: series && { id: series.keyword.id, name: series.keyword.name, number: series.number },
    language,
    brands: parsed(row.offered_by),
    rating,
    rating_count,
    hot,
    cover: parsed(row.cover),
    source: row.source,
    work: row.work,
    alternative_titles: JSON.parse(row.alternative_titles),
    original_title: row.original_title,
    original_author: row.original_author,
    original_language: row.original_language,
    state: row.state,
    publish_at: row.publish_at,
  };
}

const parsed = (json: string | null) => (json === null ? null : JSON.parse(json));

const namesOf = (database: Pick<Database, 'all'>, list: 'genres' | 'keywords', ids: string) =>
  database.all<Row & StoredName>(
    sql`SELECT t.id, t.name FROM ${numbersAsRows(JSON.parse(ids))} JOIN ${raw(list)} t ON t.id = j.value ORDER BY j.key`,
  );

type PlacedState = ChapterState & { readonly place: number };
type ChapterRow = Row & PlacedState;

/** Reads the fields of a chapter that revisions contain; undefined if the chapter does not exist. */
export async function chapterState(database: Pick<Database, 'get'>, id: number): Promise<ChapterState | undefined> {
  const row = await database.get<ChapterRow>(
    sql`SELECT c.title, c.part, c.kind, t.html, c.words, c.price, c.free_from, c.state, c.publish_at, c.place
      FROM chapters c JOIN chapter_texts t ON t.chapter_id = c.id WHERE c.id = ${id}`,
  );
  return row && chapterStateOf(row);
}

/** Picks the fields of a chapter that revisions contain. */
export const chapterStateOf = ({
  title,
  part,
  kind,
  html,
  words,
  price,
  free_from,
  state,
  publish_at,
  place,
}: PlacedState): PlacedState => ({ title, part, kind, html, words, price, free_from, state, publish_at, place });
