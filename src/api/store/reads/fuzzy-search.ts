import type { Database, Row } from '../database.ts';
import { matches } from '../dialects.ts';
import { raw, sql } from '../sql.ts';
import { allWords, anyWord, queryWords, type SearchTerms } from './search-terms.ts';
import { correctionsOf } from './spelling-corrections.ts';
import { type SynonymGroups, termsWithSynonyms } from './synonyms.ts';

/** If all words together have at least this many hits, they are not checked for typos. */
const MIN_HITS = 3;
/** Maximum number of hits counted for each candidate when the best correction of a word is chosen. */
const MAX_COUNTED_HITS = 200;

export interface FuzzyResult {
  /** Ids of the matches, best first. */
  readonly ids: readonly number[];
  /** The words that were searched for instead, if the query has no results and its words are probably typos. */
  readonly corrected?: string;
}

interface Query {
  readonly section: number;
  readonly keyword: string;
  readonly synonyms?: SynonymGroups | undefined;
}

/** Returns the ids of matches, best first; `text` is the source of the terms. */
type Find = (terms: SearchTerms, text: string) => Promise<number[]>;

/**
 * Searches for all words; texts with synonyms come after those with the words themselves. If there are few results, also searches for words one typo away. If there are none, searches
 * for the corrected words instead, and as a last resort for texts with any of the words.
 */
export async function fuzzySearch(
  database: Database,
  { section, keyword, synonyms = [] }: Query,
  find: Find,
): Promise<FuzzyResult> {
  const list = queryWords(keyword);
  if (list.length === 0) return { ids: [] };
  const literal = await find(allWords(list), keyword);
  const withSynonyms = synonyms.length > 0 ? termsWithSynonyms(list, synonyms) : undefined;
  const exact = withSynonyms ? [...new Set([...literal, ...(await find(withSynonyms, keyword))])] : literal;
  if (exact.length >= MIN_HITS) return { ids: exact };
  const corrections = await correctionsOf(database, section, list);
  const hasTypos = [...corrections.values()].some((words) => words.length > 0);
  if (!hasTypos)
    return exact.length > 0 || list.length === 1 ? { ids: exact } : { ids: await find(anyWord(list), keyword) };
  if (exact.length > 0) {
    const near = await find(
      allWords(list, (word) => corrections.get(word) ?? []),
      keyword,
    );
    return { ids: [...new Set([...exact, ...near])] };
  }
  return searchCorrected(database, list, corrections, find);
}

async function searchCorrected(
  database: Database,
  list: readonly string[],
  corrections: Map<string, string[]>,
  find: Find,
): Promise<FuzzyResult> {
  const words = await Array.fromAsync(
    list,
    async (word) => (await mostFrequent(database, corrections.get(word) ?? [])) ?? word,
  );
  const text = words.join(' ');
  const all = await find(allWords(words), text);
  const ids = all.length > 0 || words.length === 1 ? all : await find(anyWord(words), text);
  return ids.length === 0 ? { ids } : { ids, corrected: text };
}

/** Returns the word that occurs in the largest number of books. */
async function mostFrequent(database: Database, terms: readonly string[]): Promise<string | undefined> {
  if (terms.length < 2) return terms[0];
  const counted = await Array.fromAsync(terms, async (term) => ({ term, hits: await hitsOf(database, term) }));
  return counted.toSorted((one, other) => other.hits - one.hits)[0]?.term;
}

async function hitsOf(database: Database, term: string): Promise<number> {
  const query = sql`SELECT count(*) AS hits
    FROM (SELECT rowid FROM book_search WHERE ${matches('book_search', anyWord([term]))} LIMIT ${raw(MAX_COUNTED_HITS)}) f`;
  return (await database.one<Row & { hits: number }>(query)).hits;
}
