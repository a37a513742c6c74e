import type { Book, BookReference, Reference } from '#src/contract/entities/book.ts';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import type { Author, Keyword, Tag } from '#src/contract/entities/listing.ts';
import type { Row } from '../database.ts';
import { jsonList } from '../dialects.ts';
import { perDialect, raw, type Sql, sql } from '../sql.ts';

/** Row types of the statements in this folder, with their mappers to the contract's types. */
export type BookRow = Row & {
  id: number;
  title: string;
  author_id: number;
  author_name: string;
  category: string;
  sub_category: string | null;
  status: Book['status'];
  introduction: string;
  genres: string;
  tags: string;
  keywords: string;
  words: number;
  chapters: number;
  rating: number | null;
  rating_count: number | null;
  hot: number;
  language: string;
  cover: string | null;
  offered_by: string | null;
  published_at: string;
  updated_at: string;
};

export const BOOK_COLUMNS =
  raw(`b.id, b.title, b.author_id, b.author_name, b.category, b.sub_category, b.status, b.introduction,
  b.genres, b.tags, b.keywords, b.words, b.chapters, b.rating, b.rating_count, b.hot, b.language, b.cover,
  b.offered_by, b.published_at, b.updated_at`);

export function toBook(row: BookRow): Book {
  const { id, title, status, introduction, words, chapters, rating, rating_count, hot, language } = row;
  return {
    id,
    title,
    author: { id: row.author_id, name: row.author_name },
    cover: toCover(row.cover),
    status,
    introduction,
    category: { name: row.category, sub_name: row.sub_category },
    genres: numbers(row.genres),
    tags: references(row.tags),
    keywords: numbers(row.keywords),
    words,
    chapters,
    rating,
    ...(rating_count !== null && { rating_count }),
    hot,
    language,
    published_at: row.published_at,
    updated_at: row.updated_at,
    ...(row.offered_by !== null && { brands: JSON.parse(row.offered_by) }),
  };
}

const numbers = (json: string): number[] => JSON.parse(json);
const references = (json: string): Reference[] => JSON.parse(json);
const toCover = (json: string | null): Book['cover'] => (json === null ? null : JSON.parse(json));

export type BookReferenceRow = Row & {
  id: number;
  title: string;
  category: string;
  sub_category: string | null;
  language: string;
};

export function toBookReference({ id, title, category, sub_category, language }: BookReferenceRow): BookReference {
  return { id, title, category: { name: category, sub_name: sub_category }, language };
}

/** Returns SQL for the former names of a row, as JSON. */
export const formerNames = (kind: 'tag' | 'keyword' | 'genre', row: string): Sql =>
  sql`(SELECT ${jsonList(FORMER_NAME, 'f.id, f.name')} FROM former_names f
    WHERE f.kind = ${raw(`'${kind}'`)} AND f.now = ${raw(row)}.id) AS former`;

const FORMER_NAME = perDialect({
  sqlite: sql`json_object('id', f.id, 'name', f.name)`,
  postgres: sql`json_build_object('id', f.id, 'name', f.name)`,
});

/** Returns the field for former names, or nothing if there are none. */
export const toFormer = (json: string | undefined): { former?: Reference[] } =>
  json === undefined || json === '[]' ? {} : { former: JSON.parse(json) };

export type TagRow = Row & { id: number; name: string; genre_id: number | null; updated_at: string; former?: string };

export const toTag = ({ id, name, genre_id, updated_at, former }: TagRow): Tag => ({
  id,
  name,
  genre_id,
  updated_at,
  ...toFormer(former),
});

export type KeywordRow = Row & { id: number; name: string; updated_at: string; former?: string };

export const toKeyword = ({ id, name, updated_at, former }: KeywordRow): Keyword => ({
  id,
  name,
  updated_at,
  ...toFormer(former),
});

export type AuthorRow = Row & { id: number; name: string; introduction: string; books: number; updated_at: string };

export function toAuthor({ id, name, introduction, books, updated_at }: AuthorRow): Author {
  return { id, name, introduction, avatar: null, books, updated_at };
}

export type ChapterRow = Row & {
  id: number;
  number: number;
  title: string;
  part: string | null;
  kind: Chapter['kind'];
  words: number;
  price: number | null;
  free_from: string | null;
  updated_at: string;
};

export const CHAPTER_COLUMNS = raw(
  'c.id, c.number, c.title, c.part, c.kind, c.words, c.price, c.free_from, c.updated_at',
);

/** Converts a row to a chapter of the contract. Once its free-from time has passed, the chapter has no price. */
export function toChapter(row: ChapterRow, now: Date): Chapter {
  const { id, number, title, part, kind, words, updated_at } = row;
  const locked = row.price !== null && !(row.free_from !== null && Date.parse(row.free_from) <= now.getTime());
  const [price, free_from] = locked ? [row.price, row.free_from] : [null, null];
  return { id, number, title, part, kind, words, locked, price, free_from, updated_at };
}
