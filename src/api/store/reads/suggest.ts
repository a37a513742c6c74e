import type { Suggestion } from '#src/contract/calls/suggestion.ts';
import { fold } from '#src/lib/fold-letters.ts';
import type { Database, Row } from '../database.ts';
import { MEMBERSHIP } from '../membership.ts';
import { NAME_KIND } from '../name-search-row.ts';
import { bookReferences } from './books.ts';
import { allWords, queryWords } from './fts-query.ts';
import { type Offering, offered } from './offered.ts';
import { correctionsOf } from './spelling-corrections.ts';

/** Hits looked at per source before the best are taken, so that one letter costs no more than a word. */
const MAX_RANKED = 300;
/** And those of other sections met on the way. */
const MAX_SCANNED = 10_000;

type IdRow = Row & { id: number };
type NameRow = Row & { id: number; name: string; kind: number };

export interface SuggestQuery extends Offering {
  readonly keyword: string;
  readonly limit: number;
}

/** Books whose titles begin with the text, then those that hold its words; a third of the places is left for names. */
export async function suggest(database: Database, query: SuggestQuery): Promise<Suggestion[]> {
  const found = await lookUp(database, query, allWords(queryWords(query.keyword)));
  if (found.length > 0) return found;
  const list = queryWords(query.keyword);
  const others = await correctionsOf(database, query.section, list);
  return lookUp(
    database,
    query,
    allWords(list, (word) => others.get(word) ?? []),
  );
}

async function lookUp(database: Database, query: SuggestQuery, match: string): Promise<Suggestion[]> {
  if (match === '') return [];
  const names = await nameSuggestions(database, query, match);
  const books = await bookSuggestions(database, query, match);
  const kept = Math.max(query.limit - names.length, Math.ceil((query.limit * 2) / 3));
  return [...books.slice(0, kept), ...names].slice(0, query.limit);
}

async function bookSuggestions(database: Database, query: SuggestQuery, match: string): Promise<Suggestion[]> {
  const begins = `SELECT id FROM (SELECT id, hot FROM books b WHERE section = ? AND title_key >= ? AND title_key < ?
      AND ${offered('b')} LIMIT ${MAX_RANKED}) t ORDER BY hot DESC LIMIT ?`;
  const holds = `SELECT b.id FROM (SELECT rowid FROM (SELECT rowid FROM book_search WHERE book_search MATCH ? LIMIT ${MAX_SCANNED}) f
      WHERE (SELECT b.section FROM books b WHERE b.id = f.rowid AND ${offered('b')}) = ? LIMIT ${MAX_RANKED}) s
    JOIN books b ON b.id = s.rowid ORDER BY b.hot DESC LIMIT ?`;
  const key = fold(query.keyword);
  const { section, brand, limit } = query;
  const first = await database.all<IdRow>(begins, section, key, `${key}\u{10ffff}`, brand, limit);
  const rest =
    first.length >= limit ? [] : await database.all<IdRow>(holds, `title : (${match})`, brand, section, limit);
  const ids = [...new Set([...first, ...rest].map(({ id }) => id))].slice(0, query.limit);
  return (await bookReferences(database, ids)).map((book) => ({ kind: 'book', book }));
}

const NAME_TABLES = [
  ['author', 'authors'],
  ['tag', 'tags'],
  ['keyword', 'keywords'],
] as const;

async function nameSuggestions(database: Database, query: SuggestQuery, match: string): Promise<Suggestion[]> {
  const each = Math.max(1, Math.ceil(query.limit / 3));
  const found = await Array.fromAsync(NAME_TABLES, async ([kind, table]): Promise<Suggestion[]> => {
    const sql = `SELECT n.id, n.name FROM (SELECT rowid FROM (SELECT rowid FROM name_search WHERE name_search MATCH ? AND rowid & 3 = ? LIMIT ${MAX_SCANNED}) f
        WHERE (SELECT section FROM ${table} WHERE id = f.rowid >> 2) = ?
          AND EXISTS (SELECT 1 FROM memberships m WHERE m.kind = ${MEMBERSHIP[kind]} AND m.target = f.rowid >> 2 AND ${offered('m')})
        LIMIT ${MAX_RANKED}) s
      JOIN ${table} n ON n.id = s.rowid >> 2 ORDER BY length(n.name), n.name, n.id LIMIT ?`;
    const rows = await database.all<NameRow>(sql, match, NAME_KIND[kind], query.section, query.brand, each);
    return rows.map(({ id, name }) => ({ kind, id, name }));
  });
  return found.flat();
}
