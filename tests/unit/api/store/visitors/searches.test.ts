import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { createSearches } from '#src/api/store/visitors/searches.ts';
import { visitorsDatabase } from './visitors-database.ts';

const days = (count: number) => new Date(Date.UTC(2026, 2, 20) + count * 86_400_000);

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

/** Records that this many visitors typed a search. */
async function type(keyword: string, visitors: number, now = days(0), section = 7) {
  const searches = createSearches(database);
  for (let visitor = 0; visitor < visitors; visitor += 1)
    await searches.add({ section, keyword, device: `device ${visitor}` }, now);
}
const popular = (limit = 10, now = days(0), shows?: (word: string) => Promise<boolean>) =>
  createSearches(database).popular(7, limit, now, shows);

describe('popular search words', () => {
  it('are searches typed by at least five visitors, by frequency and then in alphabetical order', async () => {
    await type('sea', 6);
    await type('moon', 4);
    await type('ash', 5);
    await type('oak', 5);
    await type('else', 9, days(0), 9);
    expect(await popular()).toEqual(['sea', 'ash', 'oak']);
    expect(await popular(2)).toEqual(['sea', 'ash']);
  });

  it('are counted once per visitor, ignoring case, accents and repeated spaces', async () => {
    const searches = createSearches(database);
    for (let turn = 0; turn < 9; turn += 1) await searches.add({ section: 7, keyword: 'sea', device: 'one' }, days(0));
    expect(await popular()).toEqual([]);
    await type('  Été   noir ', 3);
    await type('ete noir', 5);
    expect(await popular()).toEqual(['ete noir']);
  });

  it('were typed in the last fourteen days', async () => {
    await type('old', 5, days(-15));
    await type('new', 5, days(-14));
    expect(await popular()).toEqual(['new']);
    await type('next', 1, days(1));
    expect(await database.all(sql`SELECT DISTINCT word FROM searches ORDER BY word`)).toEqual([{ word: 'next' }]);
  });

  it('are selected from four times as many candidates as requested', async () => {
    for (const [index, word] of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].entries()) await type(word, 20 - index);
    const checkedWords: string[] = [];
    const shows = async (word: string) => {
      checkedWords.push(word);
      return word > 'f';
    };
    expect(await popular(2, days(0), shows)).toEqual(['g', 'h']);
    expect(checkedWords).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
  });

  it('are neither empty nor longer than 60 characters', async () => {
    for (const word of ['', '  ', 'a'.repeat(61)]) await type(word, 5);
    await type('b'.repeat(60), 5);
    expect(await popular()).toEqual(['b'.repeat(60)]);
  });

  it('are counted up to a limit per visitor, section and day; the stored visitor id differs for each word', async () => {
    const searches = createSearches(database, 2);
    for (const keyword of ['one', 'two', 'three']) await searches.add({ section: 7, keyword, device: 'a' }, days(0));
    await searches.add({ section: 9, keyword: 'three', device: 'a' }, days(0));
    await searches.add({ section: 7, keyword: 'three', device: 'a' }, days(1));
    const rows = await database.all<{ section: number; word: string; day: string; visitor: string }>(
      sql`SELECT section, word, day, visitor FROM searches ORDER BY day, section, word`,
    );
    expect(rows.map(({ section, word, day }) => `${section} ${word} ${day}`)).toEqual([
      '7 one 2026-03-20',
      '7 two 2026-03-20',
      '9 three 2026-03-20',
      '7 three 2026-03-21',
    ]);
    expect(rows[0]?.visitor).not.toBe(rows[1]?.visitor);
    expect(JSON.stringify(rows)).not.toContain('"a"');
  });
});
