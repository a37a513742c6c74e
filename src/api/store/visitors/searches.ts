import { fold } from '#src/lib/fold-letters.ts';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import { raw, sql } from '../sql.ts';

/** How many days a search counts. */
const PERIOD_DAYS = 14;
/**
 * Minimum number of visitors who typed a word. A word typed by fewer visitors may be personal, so it is never shown.
 */
const MIN_VISITORS = 5;
/** Maximum number of rows (word and visitor) per section and day. */
const MAX_ROWS_PER_DAY = 20_000;
/** Number of candidates fetched for each suggestion, because some match no book of the brand. */
const CANDIDATES_PER_WORD = 4;
/** Maximum length of an input. Longer ones are not counted. */
const MAX_KEYWORD_CHARACTERS = 60;

/** A search typed by a visitor. */
export interface TypedWord {
  readonly section: number;
  readonly keyword: string;
  /** The visitor's device id. It is not stored. */
  readonly device: string;
}

/** Counts how many visitors typed each word. Stores nothing that could link two words of a visitor. */
export interface Searches {
  add(typed: TypedWord, now: Date): Promise<void>;
  /** Returns the words typed by the most visitors recently, filtered by `isOffered`. */
  popular(section: number, limit: number, now: Date, isOffered?: (word: string) => Promise<boolean>): Promise<string[]>;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const firstDay = (now: Date) => dayOf(new Date(now.getTime() - PERIOD_DAYS * 86_400_000));

export function createSearches(database: Database, maxRows = MAX_ROWS_PER_DAY): Searches {
  let today = '';
  const begin = async (day: string, now: Date) => {
    today = day;
    await database.run(sql`DELETE FROM searches WHERE day < ${firstDay(now)}`);
  };
  return {
    async add({ section, keyword, device }, now) {
      const word = keyword.trim().replaceAll(/\s+/g, ' ');
      const key = fold(word);
      if (key === '' || word.length > MAX_KEYWORD_CHARACTERS) return;
      const day = dayOf(now);
      if (day !== today) await begin(day, now);
      if (await isFull(database, day, section, maxRows)) return;
      const statement = sql`${insertInto('searches', { section, key, visitor: hash(`${key}\n${device}`, 32), word, day })}
        ON CONFLICT (section, key, visitor) DO UPDATE SET day = excluded.day`;
      await database.run(statement);
    },
    async popular(section, limit, now, isOffered) {
      const query = sql`SELECT min(word) AS word FROM searches
        WHERE section = ${section} AND day >= ${firstDay(now)} GROUP BY key
        HAVING count(*) >= ${raw(MIN_VISITORS)} ORDER BY count(*) DESC, key LIMIT ${limit * CANDIDATES_PER_WORD}`;
      const rows = await database.all<Row & { word: string }>(query);
      const words: string[] = [];
      for (const { word } of rows)
        if (words.length < limit && (!isOffered || (await isOffered(word)))) words.push(word);
      return words;
    },
  };
}

async function isFull(database: Database, day: string, section: number, maxRows: number): Promise<boolean> {
  const query = sql`SELECT count(*) AS words FROM searches WHERE day = ${day} AND section = ${section}`;
  return (await database.one<Row & { words: number }>(query)).words >= maxRows;
}
