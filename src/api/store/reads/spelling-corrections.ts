import type { Database, Row } from '../database.ts';
import { joinAfter, textsAsRows } from '../dialects.ts';
import { deletions, isOneEditApart } from '../edit-distance.ts';
import { sql } from '../sql.ts';

const MIN_LENGTH = 4;
const MAX_LENGTH = 24;
const MAX_CORRECTIONS = 4;

/** Returns the corrections for each word. */
export async function correctionsOf(
  database: Database,
  section: number,
  list: readonly string[],
): Promise<Map<string, string[]>> {
  return new Map(
    await Array.fromAsync(list, async (word) => [word, await spellingCorrections(database, section, word)] as const),
  );
}

/** Returns words of titles and names that are one typo away from `word`; none if the store contains the word itself. */
async function spellingCorrections(database: Database, section: number, word: string): Promise<string[]> {
  if (word.length < MIN_LENGTH || word.length > MAX_LENGTH || word.includes(' ')) return [];
  const query = sql`SELECT DISTINCT t.term FROM ${textsAsRows([word, ...deletions(word)])}
    ${joinAfter} term_variants t ON t.section = ${section} AND t.variant = j.value`;
  const terms = (await database.all<Row & { term: string }>(query)).map((row) => row.term);
  if (terms.includes(word)) return [];
  return terms.filter((term) => isOneEditApart(word, term)).slice(0, MAX_CORRECTIONS);
}
