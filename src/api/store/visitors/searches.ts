import { fold } from '#src/lib/fold.ts';
import type { Database, Row } from '../database.ts';

/** Days that make a word popular. */
const DAYS = 14;
/** A word that fewer searched may be somebody's own: it is shown to nobody. */
const LEAST = 5;
/** Different words of a section counted in a day. */
const MAX_WORDS = 20_000;
/** Longer ones are no words. */
const LONGEST = 60;

/** Counts by day what is searched, and nothing of who searched it. */
export interface Searches {
  add(section: number, keyword: string, now: Date): void;
  /** The words most searched in the last days. */
  popular(section: number, limit: number, now: Date): string[];
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const daysBefore = (now: Date) => dayOf(new Date(now.getTime() - DAYS * 86_400_000));

export function createSearches(database: Database, most = MAX_WORDS): Searches {
  let today = '';
  const begin = (day: string, now: Date) => {
    today = day;
    database.run('DELETE FROM searches WHERE day < ?', daysBefore(now));
  };
  return {
    add(section, keyword, now) {
      const word = keyword.trim().replaceAll(/\s+/g, ' ');
      const key = fold(word);
      if (key === '' || word.length > LONGEST) return;
      const day = dayOf(now);
      if (day !== today) begin(day, now);
      const count = 'UPDATE searches SET times = times + 1 WHERE day = ? AND section = ? AND key = ?';
      if (database.run(count, day, section, key).changes > 0 || isFull(database, day, section, most)) return;
      database.run(
        'INSERT INTO searches (day, section, key, word, times) VALUES (?, ?, ?, ?, 1)',
        day,
        section,
        key,
        word,
      );
    },
    popular(section, limit, now) {
      const sql = `SELECT min(word) AS word FROM searches WHERE section = ? AND day >= ? GROUP BY key
        HAVING sum(times) >= ${LEAST} ORDER BY sum(times) DESC, key LIMIT ?`;
      return database.all<Row & { word: string }>(sql, section, daysBefore(now), limit).map(({ word }) => word);
    },
  };
}

function isFull(database: Database, day: string, section: number, most: number): boolean {
  const sql = 'SELECT count(*) AS words FROM searches WHERE day = ? AND section = ?';
  return database.one<Row & { words: number }>(sql, day, section).words >= most;
}
