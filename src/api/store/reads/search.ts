import type { Book } from '#src/contract/entities/book.ts';
import type { Author, Keyword, Tag } from '#src/contract/entities/listing.ts';
import { LENGTH_WORDS, type Page } from '#src/contract/paging.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Database, Row } from '../database.ts';
import { joinAfter, matches, numbersAsRows } from '../dialects.ts';
import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND } from '../name-search-row.ts';
import { raw, type Sql, sql } from '../sql.ts';
import { booksByIds } from './books.ts';
import { type FuzzyResult, fuzzySearch } from './fuzzy-search.ts';
import { BOOK_ORDERS, type ListQuery, type Paging } from './lists.ts';
import { offeredByAuthor } from './names.ts';
import { type Offering, offered } from './offered.ts';
import { type AuthorRow, type KeywordRow, type TagRow, toAuthor, toKeyword, toTag } from './rows.ts';
import type { SearchField, SearchTerms } from './search-terms.ts';
import type { SynonymGroups } from './synonyms.ts';

/**
 * Limits that keep searches fast in large stores: at most `MAX_HITS` results, `MAX_RANKED` hits of the section after filtering,
 * and `MAX_SCANNED` hits of all sections. These limits drop the newest books, so exact title matches are added from the index of
 * titles.
 */
const MAX_HITS = 1_000;
const MAX_RANKED = 4_000;
const MAX_SCANNED = 50_000;

export interface SearchQuery extends Omit<ListQuery, 'order'>, Offering {
  readonly keyword: string;
  readonly order: 'relevance' | ListQuery['order'];
  readonly synonyms?: SynonymGroups | undefined;
}

type IdRow = Row & { id: number };
/** A page of results, with the correction if there was one. */
export type ResultPage<T> = Page<T> & Pick<FuzzyResult, 'corrected'>;

/** Fields that may contain the words, best first. Undefined means any combination of fields. */
const FIELDS: readonly (SearchField | undefined)[] = ['title', 'author', 'subjects', undefined];

/** Finds books by title, then by author, then by tags and genres, then by introduction. */
export async function searchBooks(database: Database, query: SearchQuery): Promise<ResultPage<Book>> {
  const result = await fuzzySearch(database, query, (terms, text) =>
    bookIds(database, { ...query, keyword: text }, terms),
  );
  const page = cut(result, query);
  return { ...page, items: await booksByIds(database, page.items) };
}

const ORDERS = { hot: 'b.hot DESC, b.id', ...BOOK_ORDERS } as const;

async function bookIds(database: Database, query: SearchQuery, terms: SearchTerms): Promise<number[]> {
  const key = fold(query.keyword).trim();
  const idsIn = (field: SearchField | undefined, order: Sql) =>
    hits(database, query, key, { matching: matches('book_search', terms, field), order });
  if (query.order !== 'relevance') return idsIn(undefined, raw(ORDERS[query.order]));
  const ids = new Set<number>();
  for (const field of FIELDS)
    if (ids.size < MAX_HITS) for (const id of await idsIn(field, byRelevance(key))) ids.add(id);
  return [...ids].slice(0, MAX_HITS);
}

/** Returns SQL that sorts exact titles first, then titles that start with the text, then the others by popularity. */
const byRelevance = (key: string): Sql =>
  sql`b.title_key = ${key} DESC, (b.title_key >= ${key} AND b.title_key < ${`${key}\u{10ffff}`}) DESC, b.hot DESC, b.id`;

/** Returns the conditions of the filters. They apply before the limits, so that filters select from the whole store. */
function filtersOf({ brand, status, length }: SearchQuery): Sql {
  const [minWords, below] = length ? LENGTH_WORDS[length] : [0, 1e15];
  const isOfStatus = status === undefined ? sql`` : sql`AND b.status = ${status}`;
  return sql`b.words >= ${minWords} AND b.words < ${below} ${isOfStatus} AND ${offered('b', brand)}`;
}

async function hits(
  database: Database,
  query: SearchQuery,
  key: string,
  { matching, order }: { readonly matching: Sql; readonly order: Sql },
): Promise<number[]> {
  const { section } = query;
  const filters = filtersOf(query);
  const statement = sql`SELECT b.id FROM (
      SELECT id FROM (SELECT id FROM books WHERE section = ${section} AND title_key = ${key} LIMIT ${raw(MAX_HITS)}) t
      UNION SELECT rowid FROM (SELECT rowid FROM (
          SELECT rowid FROM book_search WHERE ${matching} LIMIT ${raw(MAX_SCANNED)}) f
        WHERE (SELECT b.section FROM books b WHERE b.id = f.rowid AND ${filters}) = ${section}
        LIMIT ${raw(MAX_RANKED)}) r) s
    JOIN books b ON b.id = s.id
    WHERE ${filters}
    ORDER BY ${order} LIMIT ${raw(MAX_HITS)}`;
  return (await database.all<IdRow>(statement)).map(({ id }) => id);
}

function cut({ ids, corrected }: FuzzyResult, { page, page_size }: Paging): ResultPage<number> {
  const from = (page - 1) * page_size;
  const items = ids.slice(from, from + page_size);
  return { items, page, page_size, total: ids.length, ...(corrected === undefined ? {} : { corrected }) };
}

export interface NameQuery extends Paging, Offering {
  readonly keyword: string;
  readonly synonyms?: SynonymGroups | undefined;
}

const NAMES = {
  author: {
    table: 'authors',
    columns: (brand: string) =>
      sql`n.id, n.name, n.introduction, ${offeredByAuthor('n', brand)} AS books, n.updated_at`,
  },
  tag: { table: 'tags', columns: () => sql`n.id, n.name, n.genre_id, n.updated_at` },
  keyword: { table: 'keywords', columns: () => sql`n.id, n.name, n.updated_at` },
} as const;

/** Returns a condition: the brand offers a book with this name. Other names have no page. */
const hasBooks = (kind: keyof typeof NAMES, brand: string): Sql =>
  sql`EXISTS (SELECT 1 FROM memberships m
    WHERE m.kind = ${raw(MEMBERSHIP[kind])} AND m.target = n.id AND ${offered('m', brand)})`;

/** Searches names. The shortest come first, because they contain the fewest other words. */
async function searchNames<R extends Row>(
  database: Database,
  kind: keyof typeof NAMES,
  query: NameQuery,
): Promise<ResultPage<R>> {
  const { table, columns } = NAMES[kind];
  const result = await fuzzySearch(database, query, async (terms) => {
    const statement = sql`SELECT n.id FROM (SELECT rowid FROM name_search
        WHERE ${matches('name_search', terms)} AND rowid & 3 = ${NAME_KIND[kind]} LIMIT ${raw(MAX_SCANNED)}) s
      ${joinAfter} ${raw(table)} n ON n.id = s.rowid >> 2
      WHERE n.section = ${query.section} AND ${hasBooks(kind, query.brand)}
      ORDER BY length(n.name), n.id LIMIT ${raw(MAX_HITS)}`;
    return (await database.all<IdRow>(statement)).map(({ id }) => id);
  });
  const page = cut(result, query);
  const rows = sql`SELECT ${columns(query.brand)} FROM ${numbersAsRows(page.items)}
    JOIN ${raw(table)} n ON n.id = j.value ORDER BY j.key`;
  return { ...page, items: await database.all<R>(rows) };
}

export async function searchAuthors(database: Database, query: NameQuery): Promise<ResultPage<Author>> {
  const page = await searchNames<AuthorRow>(database, 'author', query);
  return { ...page, items: page.items.map(toAuthor) };
}

export async function searchTags(database: Database, query: NameQuery): Promise<ResultPage<Tag>> {
  const page = await searchNames<TagRow>(database, 'tag', query);
  return { ...page, items: page.items.map(toTag) };
}

export async function searchKeywords(database: Database, query: NameQuery): Promise<ResultPage<Keyword>> {
  const page = await searchNames<KeywordRow>(database, 'keyword', query);
  return { ...page, items: page.items.map(toKeyword) };
}
