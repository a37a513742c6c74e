import type { Suggestion } from '#src/contract/calls/suggestion.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Database, Row } from '../database.ts';
import { matches } from '../dialects.ts';
import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND } from '../name-search-row.ts';
import { raw, sql } from '../sql.ts';
import { bookReferences } from './books.ts';
import { type Offering, offered } from './offered.ts';
import { allWords, queryWords, type SearchTerms } from './search-terms.ts';
import { correctionsOf } from './spelling-corrections.ts';

/**
 * Maximum number of hits that are ranked per source, so that the search for one letter takes no longer than for a word.
 */
const MAX_RANKED = 300;
/** Maximum number of hits scanned in all sections. */
const MAX_SCANNED = 10_000;

type IdRow = Row & { id: number };
type NameRow = Row & { id: number; name: string; kind: number };

export interface SuggestQuery extends Offering {
  readonly keyword: string;
  readonly limit: number;
}

/**
 * Suggests books whose titles start with the text, then books that contain its words. A third of the places is reserved
 * for names.
 */
export async function suggest(database: Database, query: SuggestQuery): Promise<Suggestion[]> {
  const suggestions = await lookUp(database, query, allWords(queryWords(query.keyword)));
  if (suggestions.length > 0) return suggestions;
  const list = queryWords(query.keyword);
  const others = await correctionsOf(database, query.section, list);
  return lookUp(
    database,
    query,
    allWords(list, (word) => others.get(word) ?? []),
  );
}

async function lookUp(database: Database, query: SuggestQuery, terms: SearchTerms): Promise<Suggestion[]> {
  if (terms.length === 0) return [];
  const names = await nameSuggestions(database, query, terms);
  const books = await bookSuggestions(database, query, terms);
  const bookCount = Math.max(query.limit - names.length, Math.ceil((query.limit * 2) / 3));
  return [...books.slice(0, bookCount), ...names].slice(0, query.limit);
}

async function bookSuggestions(database: Database, query: SuggestQuery, terms: SearchTerms): Promise<Suggestion[]> {
  const key = fold(query.keyword);
  const { section, brand, limit } = query;
  const begins = sql`SELECT id FROM (SELECT id, hot FROM books b
      WHERE section = ${section} AND title_key >= ${key} AND title_key < ${`${key}\u{10ffff}`} AND ${offered('b', brand)}
      LIMIT ${raw(MAX_RANKED)}) t ORDER BY hot DESC, id LIMIT ${limit}`;
  const contains = sql`SELECT b.id FROM (SELECT rowid FROM (
        SELECT rowid FROM book_search WHERE ${matches('book_search', terms, 'title')} LIMIT ${raw(MAX_SCANNED)}) f
      WHERE (SELECT b.section FROM books b WHERE b.id = f.rowid AND ${offered('b', brand)}) = ${section}
      LIMIT ${raw(MAX_RANKED)}) s
    JOIN books b ON b.id = s.rowid ORDER BY b.hot DESC, b.id LIMIT ${limit}`;
  const first = await database.all<IdRow>(begins);
  const others = first.length >= limit ? [] : await database.all<IdRow>(contains);
  const ids = [...new Set([...first, ...others].map(({ id }) => id))].slice(0, query.limit);
  return (await bookReferences(database, ids)).map((book) => ({ kind: 'book', book }));
}

const NAME_TABLES = [
  ['author', 'authors'],
  ['tag', 'tags'],
  ['keyword', 'keywords'],
] as const;

async function nameSuggestions(database: Database, query: SuggestQuery, terms: SearchTerms): Promise<Suggestion[]> {
  const each = Math.max(1, Math.ceil(query.limit / 3));
  const suggestions = await Array.fromAsync(NAME_TABLES, async ([kind, table]): Promise<Suggestion[]> => {
    const isOffered = sql`EXISTS (SELECT 1 FROM memberships m
      WHERE m.kind = ${raw(MEMBERSHIP[kind])} AND m.target = f.rowid >> 2 AND ${offered('m', query.brand)})`;
    const statement = sql`SELECT n.id, n.name FROM (SELECT rowid FROM (SELECT rowid FROM name_search
          WHERE ${matches('name_search', terms)} AND rowid & 3 = ${NAME_KIND[kind]} LIMIT ${raw(MAX_SCANNED)}) f
        WHERE (SELECT section FROM ${raw(table)} WHERE id = f.rowid >> 2) = ${query.section} AND ${isOffered}
        LIMIT ${raw(MAX_RANKED)}) s
      JOIN ${raw(table)} n ON n.id = s.rowid >> 2 ORDER BY length(n.name), n.name, n.id LIMIT ${each}`;
    const rows = await database.all<NameRow>(statement);
    return rows.map(({ id, name }) => ({ kind, id, name }));
  });
  return suggestions.flat();
}
