import type { Book } from '#src/contract/entities/book.ts';
import type { Author, Keyword, Tag } from '#src/contract/entities/listing.ts';
import type { Page } from '#src/contract/paging.ts';
import type { Database, Row } from '../database.ts';
import { NAME_KIND } from '../name-kind.ts';
import { booksByIds } from './books.ts';
import { corrections } from './corrections.ts';
import { LENGTH_WORDS, type ListQuery, type Paging } from './lists.ts';
import { allWords, anyWord, queryWords } from './match.ts';
import { type AuthorRow, type KeywordRow, type TagRow, toAuthor, toKeyword, toTag } from './rows.ts';

/** With fewer hits than this a word that is no word of the store is taken for a slip. */
const FEW = 3;

export interface SearchQuery extends Omit<ListQuery, 'order'> {
  readonly section: number;
  readonly keyword: string;
  readonly order: 'relevance' | 'hot' | 'updated' | 'title';
}

type IdRow = Row & { id: number };
type Find = (match: string) => number[];

/** Books by title (weighs most), author, tags and introduction. */
export function searchBooks(database: Database, query: SearchQuery): Page<Book> {
  const ids = findIds(database, query, (match) => bookIds(database, query, match));
  return { ...cut(ids, query), items: booksByIds(database, cut(ids, query).items) };
}

const RANK = 'bm25(book_search, 10.0, 5.0, 3.0, 1.0)';
const ORDERS = {
  relevance: `${RANK}, b.hot DESC, b.id`,
  hot: 'b.hot DESC, b.id',
  updated: 'b.updated_at DESC, b.id',
  title: 'b.title_key, b.id',
} as const;

function bookIds(database: Database, { section, status, length, order }: SearchQuery, match: string): number[] {
  const [least, below] = length ? LENGTH_WORDS[length] : [0, 1e15];
  const sql = `SELECT b.id FROM book_search JOIN books b ON b.id = book_search.rowid
    WHERE book_search MATCH ? AND b.section = ? AND b.words >= ? AND b.words < ? AND (? IS NULL OR b.status = ?)
    ORDER BY ${ORDERS[order]}`;
  return database.all<IdRow>(sql, match, section, least, below, status ?? null, status ?? null).map(({ id }) => id);
}

/** Every word; where that finds little, words one slip away too; where it finds nothing, any of the words. */
function findIds(database: Database, { section, keyword }: { section: number; keyword: string }, find: Find): number[] {
  const list = queryWords(keyword);
  if (list.length === 0) return [];
  const exact = find(allWords(list));
  if (exact.length >= FEW) return exact;
  const others = new Map(list.map((word) => [word, corrections(database, section, word)]));
  const slips = [...others.values()].some((words) => words.length > 0);
  const near = slips ? find(allWords(list, (word) => others.get(word) ?? [])) : [];
  const found = [...new Set([...exact, ...near])];
  return found.length > 0 || list.length === 1 ? found : find(anyWord([...list, ...[...others.values()].flat()]));
}

function cut(ids: readonly number[], { page, page_size }: Paging): Page<number> {
  const from = (page - 1) * page_size;
  return { items: ids.slice(from, from + page_size), page, page_size, total: ids.length };
}

export interface NameQuery extends Paging {
  readonly section: number;
  readonly keyword: string;
}

const NAMES = {
  author: { table: 'authors', columns: 'n.id, n.name, n.introduction, n.books, n.updated_at' },
  tag: { table: 'tags', columns: 'n.id, n.name, n.genre_id, n.updated_at' },
  keyword: { table: 'keywords', columns: 'n.id, n.name, n.updated_at' },
} as const;

function searchNames<R extends Row>(database: Database, kind: keyof typeof NAMES, query: NameQuery): Page<R> {
  const { table, columns } = NAMES[kind];
  const ids = findIds(database, query, (match) => {
    const sql = `SELECT n.id FROM name_search JOIN ${table} n ON n.id = name_search.rowid >> 2
      WHERE name_search MATCH ? AND name_search.rowid & 3 = ? AND n.section = ? ORDER BY bm25(name_search), length(n.name), n.id`;
    return database.all<IdRow>(sql, match, NAME_KIND[kind], query.section).map(({ id }) => id);
  });
  const page = cut(ids, query);
  const rows = `SELECT ${columns} FROM json_each(?) j JOIN ${table} n ON n.id = j.value ORDER BY j.key`;
  return { ...page, items: database.all<R>(rows, JSON.stringify(page.items)) };
}

export function searchAuthors(database: Database, query: NameQuery): Page<Author> {
  const page = searchNames<AuthorRow>(database, 'author', query);
  return { ...page, items: page.items.map(toAuthor) };
}

export function searchTags(database: Database, query: NameQuery): Page<Tag> {
  const page = searchNames<TagRow>(database, 'tag', query);
  return { ...page, items: page.items.map(toTag) };
}

export function searchKeywords(database: Database, query: NameQuery): Page<Keyword> {
  const page = searchNames<KeywordRow>(database, 'keyword', query);
  return { ...page, items: page.items.map(toKeyword) };
}
