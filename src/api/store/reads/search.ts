import type { Book } from '#src/contract/entities/book.ts';
import type { Author, Keyword, Tag } from '#src/contract/entities/listing.ts';
import { LENGTH_WORDS, type Page } from '#src/contract/paging.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Database, Row } from '../database.ts';
import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND } from '../name-search-row.ts';
import { booksByIds } from './books.ts';
import { type FuzzyResult, fuzzySearch } from './fuzzy-search.ts';
import { BOOK_ORDERS, type ListQuery, type Paging } from './lists.ts';
import { offeredByAuthor } from './names.ts';
import { type Offering, offered } from './offered.ts';
import { type AuthorRow, type KeywordRow, type TagRow, toAuthor, toKeyword, toTag } from './rows.ts';

/**
 * What keeps a search short in a store of any size: no more hits than `MAX_HITS` come out, no more than `MAX_RANKED` hits of
 * the section that fit the filters are put in order, no more than `MAX_SCANNED` of all sections are met on the way. Books whose title is what was
 * asked come besides these, by the index of titles: the limits cut by age, and the title itself must not be missed.
 */
const MAX_HITS = 1_000;
const MAX_RANKED = 4_000;
const MAX_SCANNED = 50_000;

export interface SearchQuery extends Omit<ListQuery, 'order'>, Offering {
  readonly keyword: string;
  readonly order: 'relevance' | ListQuery['order'];
}

type IdRow = Row & { id: number };
/** A page of what was found, and how. */
export type FoundPage<T> = Page<T> & Pick<FuzzyResult, 'corrected'>;

/** Where the words may stand, best place first; the last one is anywhere, in several places together. */
const PLACES = ['title : ', 'author : ', 'subjects : ', ''];

/** Books by title, then author, then tags and genres, then introduction. */
export async function searchBooks(database: Database, query: SearchQuery): Promise<FoundPage<Book>> {
  const found = await fuzzySearch(database, query, (match, text) =>
    bookIds(database, { ...query, keyword: text }, match),
  );
  const page = cut(found, query);
  return { ...page, items: await booksByIds(database, page.items) };
}

const ORDERS = { hot: 'b.hot DESC, b.id', ...BOOK_ORDERS } as const;

async function bookIds(database: Database, query: SearchQuery, match: string): Promise<number[]> {
  if (query.order !== 'relevance') return hits(database, query, match, ORDERS[query.order]);
  const ids = new Set<number>();
  for (const place of PLACES) {
    if (ids.size < MAX_HITS) for (const id of await hits(database, query, `${place}(${match})`, RELEVANCE)) ids.add(id);
  }
  return [...ids].slice(0, MAX_HITS);
}

/** The title itself, titles that begin so, then what readers like. */
const RELEVANCE = 'b.title_key = ?1 DESC, b.title_key GLOB ?2 DESC, b.hot DESC, b.id';

/** Asked before hits are counted, so that a filter has the whole store to choose from. */
const FILTERS = `b.words >= ?5 AND b.words < ?6 AND (CAST(?7 AS TEXT) IS NULL OR b.status = ?7) AND ${offered('b', '?8')}`;

async function hits(
  database: Database,
  { section, brand, status, length, keyword }: SearchQuery,
  match: string,
  order: string,
): Promise<number[]> {
  const [least, below] = length ? LENGTH_WORDS[length] : [0, 1e15];
  const key = fold(keyword).trim();
  const begins = `${key.replaceAll(/[*?[]/g, '[$&]')}*`;
  const sql = `SELECT b.id FROM (
      SELECT id FROM (SELECT id FROM books WHERE section = ?4 AND title_key = ?1 LIMIT ${MAX_HITS}) t
      UNION SELECT rowid FROM (SELECT rowid FROM (SELECT rowid FROM book_search WHERE book_search MATCH ?3 LIMIT ${MAX_SCANNED}) f
        WHERE (SELECT b.section FROM books b WHERE b.id = f.rowid AND ${FILTERS}) = ?4 LIMIT ${MAX_RANKED}) r) s
    JOIN books b ON b.id = s.id
    WHERE ${FILTERS}
    ORDER BY ${order} LIMIT ${MAX_HITS}`;
  const values = [key, begins, match, section, least, below, status ?? null, brand];
  return (await database.all<IdRow>(sql, ...values)).map(({ id }) => id);
}

function cut({ ids, corrected }: FuzzyResult, { page, page_size }: Paging): FoundPage<number> {
  const from = (page - 1) * page_size;
  const items = ids.slice(from, from + page_size);
  return { items, page, page_size, total: ids.length, ...(corrected === undefined ? {} : { corrected }) };
}

export interface NameQuery extends Paging, Offering {
  readonly keyword: string;
}

const NAMES = {
  author: {
    table: 'authors',
    columns: `n.id, n.name, n.introduction, ${offeredByAuthor('n', '?2')} AS books, n.updated_at`,
  },
  tag: { table: 'tags', columns: 'n.id, n.name, n.genre_id, n.updated_at' },
  keyword: { table: 'keywords', columns: 'n.id, n.name, n.updated_at' },
} as const;

/** A name without books of the brand has no page. */
const hasBooks = (kind: keyof typeof NAMES) =>
  `EXISTS (SELECT 1 FROM memberships m WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = n.id AND ${offered('m')})`;

/** The shortest names first: of those that hold the words they hold the least besides. */
async function searchNames<R extends Row>(
  database: Database,
  kind: keyof typeof NAMES,
  query: NameQuery,
): Promise<FoundPage<R>> {
  const { table, columns } = NAMES[kind];
  const found = await fuzzySearch(database, query, async (match) => {
    const sql = `SELECT n.id FROM (SELECT rowid FROM name_search WHERE name_search MATCH ? AND rowid & 3 = ? LIMIT ${MAX_SCANNED}) s
      CROSS JOIN ${table} n ON n.id = s.rowid >> 2 WHERE n.section = ? AND ${hasBooks(kind)}
      ORDER BY length(n.name), n.id LIMIT ${MAX_HITS}`;
    return (await database.all<IdRow>(sql, match, NAME_KIND[kind], query.section, query.brand)).map(({ id }) => id);
  });
  const page = cut(found, query);
  const rows = `SELECT ${columns} FROM json_each(?1) j JOIN ${table} n ON n.id = j.value ORDER BY j.key`;
  const values = kind === 'author' ? [JSON.stringify(page.items), query.brand] : [JSON.stringify(page.items)];
  return { ...page, items: await database.all<R>(rows, ...values) };
}

export async function searchAuthors(database: Database, query: NameQuery): Promise<FoundPage<Author>> {
  const page = await searchNames<AuthorRow>(database, 'author', query);
  return { ...page, items: page.items.map(toAuthor) };
}

export async function searchTags(database: Database, query: NameQuery): Promise<FoundPage<Tag>> {
  const page = await searchNames<TagRow>(database, 'tag', query);
  return { ...page, items: page.items.map(toTag) };
}

export async function searchKeywords(database: Database, query: NameQuery): Promise<FoundPage<Keyword>> {
  const page = await searchNames<KeywordRow>(database, 'keyword', query);
  return { ...page, items: page.items.map(toKeyword) };
}
