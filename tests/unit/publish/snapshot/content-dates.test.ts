import { describe, expect, it } from 'vitest';
import { createDates, dayOf } from '#src/publish/snapshot/content-dates.ts';
import { openSnapshot } from '#src/publish/snapshot/schema.ts';
import { makeBook } from '../../../helpers/memory-source.ts';

function datesOf(updates: Readonly<Record<number, string>>) {
  const sql = openSnapshot(':memory:');
  for (const [id, updated_at] of Object.entries(updates)) {
    const json = JSON.stringify(
      makeBook(Number(id), { updated_at, author: { id: Number(id) % 2, name: `Author as of ${id}` } }),
    );
    sql.run('INSERT INTO books VALUES (7, ?, 0, ?, 1, 1, ?)', Number(id), updated_at, json);
    sql.run('INSERT INTO books VALUES (9, ?, 0, ?, 1, 1, ?)', Number(id) + 100, updated_at, json);
  }
  return { sql, dates: createDates(sql, 7) };
}

/**
 * As strings these times are in ascending order. Because of their time zone and fraction, the second and third are
 * earlier than the first.
 */
const MIXED = {
  1: '2026-03-01T23:00:00Z',
  2: '2026-03-02T04:00:00+07:00',
  3: '2026-03-01T22:59:59.999Z',
  4: '2026-02-01T00:00:00Z',
  5: '2026-02-01T00:00:00.000Z',
};

describe('the code that reads dates from a snapshot', () => {
  it('sorts updated books by time, whatever the time zone, then by id', () => {
    const { dates } = datesOf(MIXED);
    expect(dates.updatedBooks(9).map(({ id }) => id)).toEqual([1, 3, 2, 5, 4]);
    expect(dates.updatedBooks(2).map(({ id }) => id)).toEqual([1, 3]);
  });

  it('returns the books with the highest ids as the newest books', () => {
    const { dates } = datesOf(MIXED);
    expect(dates.newestBooks(3).map(({ id }) => id)).toEqual([5, 4, 3]);
    expect(dates.newestBooks(99)).toHaveLength(5);
  });

  it('converts times to days in UTC', () => {
    expect(dayOf('2026-03-02T04:00:00+07:00')).toBe('2026-03-01');
    const { dates } = datesOf(MIXED);
    expect([...dates.bookDates()].map(({ id, day }) => [id, day])).toEqual([
      [1, '2026-03-01'],
      [2, '2026-03-01'],
      [3, '2026-03-01'],
      [4, '2026-02-01'],
      [5, '2026-02-01'],
    ]);
  });

  it("returns the fields that determine a book's URL and owner", () => {
    const { sql, dates } = datesOf({});
    const book = makeBook(1, { category: { name: 'Sea', sub_name: 'Wrecks' } });
    const put = (id: number, change: object) =>
      sql.run(
        'INSERT INTO books VALUES (7, ?, 0, ?, 1, 1, ?)',
        id,
        book.updated_at,
        JSON.stringify({ ...book, ...change }),
      );
    put(1, {});
    put(2, { title: 'Two', category: { name: 'Air', sub_name: null }, brands: ['fingeread', 'joyfic'] });
    const dated = { author: book.author, updated: Date.parse(book.updated_at), day: '2026-03-01' };
    expect([...dates.bookDates()]).toEqual([
      { id: 1, title: 'Book 1', category: { name: 'Sea', sub_name: 'Wrecks' }, ...dated },
      {
        id: 2,
        title: 'Two',
        category: { name: 'Air', sub_name: null },
        brands: ['fingeread', 'joyfic'],
        ...dated,
      },
    ]);
  });

  it("returns the time of a book's update, whatever its format", () => {
    const { dates } = datesOf(MIXED);
    expect([...dates.bookDates()].map(({ updated }) => new Date(updated).toISOString())).toEqual([
      '2026-03-01T23:00:00.000Z',
      '2026-03-01T21:00:00.000Z',
      '2026-03-01T22:59:59.999Z',
      '2026-02-01T00:00:00.000Z',
      '2026-02-01T00:00:00.000Z',
    ]);
  });

  it("returns the days of chapters from the upstream's dates, or from the chapter list of a prerendered book", () => {
    const { sql, dates } = datesOf({});
    const chapters = (day: string) => JSON.stringify([{ id: 5, updated_at: `${day}T23:30:00-02:00` }]);
    const detail = `INSERT INTO details VALUES (7, ?, '', '', 5, ?, '', '', '{}', ?, NULL)`;
    sql.run(detail, 1, 1, chapters('2026-03-01'));
    sql.run(detail, 2, 1, chapters('2026-03-01'));
    sql.run(detail, 3, 0, chapters('2026-03-01'));
    sql.run(`INSERT INTO chapter_dates VALUES (7, 1, '', '[[5,"2026-04-01"],[6,"2026-04-02"]]')`);
    expect([...dates.chapterDates()]).toEqual([
      { bookId: 1, id: 5, day: '2026-04-01' },
      { bookId: 1, id: 6, day: '2026-04-02' },
      { bookId: 2, id: 5, day: '2026-03-02' },
    ]);
  });
});
