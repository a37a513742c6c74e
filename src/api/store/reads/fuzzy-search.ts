import type { Database, Row } from '../database.ts';
import { allWords, anyWord, queryWords } from './fts-query.ts';
import { correctionsOf } from './spelling-corrections.ts';

/** With fewer hits than this a word that is no word of the store is taken for a typo. */
const FEW_HITS = 3;
/** Hits counted to tell which of several words was meant. */
const MAX_COUNTED_HITS = 200;

export interface FuzzyResult {
  /** Best first. */
  readonly ids: readonly number[];
  /** The words that were searched, where those asked for found nothing and are typos of these. */
  readonly corrected?: string;
}

interface Query {
  readonly section: number;
  readonly keyword: string;
}

/** Ids for an FTS5 expression, best first; `text` is what it was made of. */
type Find = (match: string, text: string) => Promise<number[]>;

/** Every word; where that finds little, words one typo away too; where nothing, those instead, or any of the words. */
export async function fuzzySearch(database: Database, { section, keyword }: Query, find: Find): Promise<FuzzyResult> {
  const list = queryWords(keyword);
  if (list.length === 0) return { ids: [] };
  const exact = await find(allWords(list), keyword);
  if (exact.length >= FEW_HITS) return { ids: exact };
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
  return corrected(database, list, corrections, find);
}

async function corrected(
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

/** Of several words the one that more books hold. */
async function mostFrequent(database: Database, terms: readonly string[]): Promise<string | undefined> {
  if (terms.length < 2) return terms[0];
  const counted = await Array.fromAsync(terms, async (term) => ({ term, hits: await hitsOf(database, term) }));
  return counted.toSorted((one, other) => other.hits - one.hits)[0]?.term;
}

async function hitsOf(database: Database, term: string): Promise<number> {
  const sql = `SELECT count(*) AS hits FROM (SELECT rowid FROM book_search WHERE book_search MATCH ? LIMIT ${MAX_COUNTED_HITS}) f`;
  return (await database.one<Row & { hits: number }>(sql, `"${term}"`)).hits;
}
