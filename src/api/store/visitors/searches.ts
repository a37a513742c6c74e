import { fold } from '#src/lib/fold-letters.ts';
import { hash } from '#src/lib/hash.ts';
import type { Database, Row } from '../database.ts';

/** Days that make a word popular. */
const DAYS = 14;
/** A word that fewer visitors typed may be somebody's own: it is shown to nobody. */
const LEAST = 5;
/** Words and visitors of a section kept for a day. */
const MOST = 20_000;
/** Words looked at for each that is shown: a brand may offer no book of some. */
const SPARE = 4;
/** Longer ones are no words. */
const LONGEST = 60;

/** A word that a visitor typed. */
export interface TypedWord {
  readonly section: number;
  readonly keyword: string;
  /** The visitor's device id. It is not stored. */
  readonly device: string;
}

/** Counts by word how many visitors typed it, and keeps nothing by which two words of a visitor belong together. */
export interface Searches {
  add(typed: TypedWord, now: Date): Promise<void>;
  /** The words that most visitors typed in the last days; of those only what `shows` lets pass. */
  popular(section: number, limit: number, now: Date, shows?: (word: string) => Promise<boolean>): Promise<string[]>;
}

const dayOf = (date: Date) => date.toISOString().slice(0, 10);
const firstDay = (now: Date) => dayOf(new Date(now.getTime() - DAYS * 86_400_000));

export function createSearches(database: Database, most = MOST): Searches {
  let today = '';
  const begin = async (day: string, now: Date) => {
    today = day;
    await database.run('DELETE FROM searches WHERE day < ?', firstDay(now));
  };
  return {
    async add({ section, keyword, device }, now) {
      const word = keyword.trim().replaceAll(/\s+/g, ' ');
      const key = fold(word);
      if (key === '' || word.length > LONGEST) return;
      const day = dayOf(now);
      if (day !== today) await begin(day, now);
      if (await isFull(database, day, section, most)) return;
      const sql = `INSERT INTO searches (section, key, visitor, word, day) VALUES (?, ?, ?, ?, ?)
        ON CONFLICT (section, key, visitor) DO UPDATE SET day = excluded.day`;
      await database.run(sql, section, key, hash(`${key}\n${device}`, 32), word, day);
    },
    async popular(section, limit, now, shows) {
      const sql = `SELECT min(word) AS word FROM searches WHERE section = ? AND day >= ? GROUP BY key
        HAVING count(*) >= ${LEAST} ORDER BY count(*) DESC, key LIMIT ?`;
      const rows = await database.all<Row & { word: string }>(sql, section, firstDay(now), limit * SPARE);
      const shown: string[] = [];
      for (const { word } of rows) if (shown.length < limit && (!shows || (await shows(word)))) shown.push(word);
      return shown;
    },
  };
}

async function isFull(database: Database, day: string, section: number, most: number): Promise<boolean> {
  const sql = 'SELECT count(*) AS words FROM searches WHERE day = ? AND section = ?';
  return (await database.one<Row & { words: number }>(sql, day, section)).words >= most;
}
