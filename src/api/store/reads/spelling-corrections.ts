import type { Database, Row } from '../database.ts';
import { deletions, isOneEditApart } from '../edit-distance.ts';

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;
const MAX_CORRECTIONS = 4;

/** By word of the list. */
export async function correctionsOf(
  database: Database,
  section: number,
  list: readonly string[],
): Promise<Map<string, string[]>> {
  return new Map(
    await Array.fromAsync(list, async (word) => [word, await spellingCorrections(database, section, word)] as const),
  );
}

/** The words of titles and names that are one typo away from `word`; none where it is such a word itself. */
async function spellingCorrections(database: Database, section: number, word: string): Promise<string[]> {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.includes(' ')) return [];
  const variants = JSON.stringify([word, ...deletions(word)]);
  const sql = `SELECT DISTINCT t.term FROM json_each(?) j CROSS JOIN term_variants t ON t.section = ? AND t.variant = j.value`;
  const terms = (await database.all<Row & { term: string }>(sql, variants, section)).map((row) => row.term);
  if (terms.includes(word)) return [];
  return terms.filter((term) => isOneEditApart(word, term)).slice(0, MAX_CORRECTIONS);
}
