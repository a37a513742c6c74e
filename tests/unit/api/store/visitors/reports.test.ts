import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';
import { addApplication, applicationOfKey } from '#src/api/store/visitors/applications.ts';
import { addReport, openReports, reportOfKey, settleReport } from '#src/api/store/visitors/reports.ts';
import { newUser, visitorsDatabase } from './visitors-database.ts';

const days = (count: number) => new Date(Date.UTC(2026, 2, 1) + count * 86_400_000);

let database: Database;
beforeEach(async () => {
  database = await visitorsDatabase();
});

describe("a reader's report", () => {
  const report = (key: string) =>
    ({ key, book_id: 1, chapter_id: 2, kind: 'text', passage: 'teh', text: 'the' }) as const;
  const add = (key: string, now = days(0), brand = 'ash', user?: number) =>
    addReport(database, { brand, section: 7, user, now }, report(key));

  it('is stored once per key and brand', async () => {
    const ada = await newUser(database, 'ada@example.com');
    await add('one', days(0), 'ash', ada);
    await add('one', days(1));
    await add('one', days(1), 'oak');
    expect(await reportOfKey(database, 'ash', 'one')).toEqual({ id: 1, created_at: days(0).toISOString() });
    expect(await reportOfKey(database, 'ash', 'two')).toBeUndefined();
    expect(await openReports(database)).toBe(2);
    expect(
      await database.get(sql`SELECT user_id, section, book_id, chapter_id, kind, passage, text FROM reports`),
    ).toEqual({
      user_id: ada,
      section: 7,
      book_id: 1,
      chapter_id: 2,
      kind: 'text',
      passage: 'teh',
      text: 'the',
    });
  });

  it('can be settled and reopened, and is deleted a year after it was settled', async () => {
    await add('one');
    await add('two');
    await settleReport(database, 1, {
      settled: { at: days(10).toISOString(), by: 'ada@example.com' },
      note: 'Mended.',
    });
    expect(await openReports(database)).toBe(1);
    expect(await database.get(sql`SELECT settled_by, note FROM reports WHERE id = 1`)).toEqual({
      settled_by: 'ada@example.com',
      note: 'Mended.',
    });
    await settleReport(database, 1, { settled: null, note: '' });
    expect(await openReports(database)).toBe(2);
    await settleReport(database, 1, { settled: { at: days(10).toISOString(), by: 'ada@example.com' }, note: '' });
    await add('three', days(375));
    expect(await reportOfKey(database, 'ash', 'one')).toBeDefined();
    await add('four', days(376));
    expect(await reportOfKey(database, 'ash', 'one')).toBeUndefined();
    expect(await openReports(database)).toBe(3);
  });
});

describe("a translator's application", () => {
  const apply = (key: string, email: string, brand = 'ash') =>
    addApplication(
      database,
      { brand, section: 7, now: days(0) },
      { key, email, name: 'Ada', native: 'en', languages: ['de'], books: [3], about: 'I read.', consent: true },
    );

  it('is unique per email address and brand', async () => {
    expect(await apply('one', 'ada@example.com')).toEqual({ id: 1, created_at: days(0).toISOString() });
    expect(await apply('two', 'ada@example.com')).toBeUndefined();
    expect(await apply('one', 'bo@example.com')).toBeUndefined();
    expect(await apply('one', 'ada@example.com', 'oak')).toBeDefined();
    expect(await applicationOfKey(database, 'ash', 'one')).toMatchObject({ id: 1 });
    expect(await applicationOfKey(database, 'oak', 'two')).toBeUndefined();
    expect(await database.get(sql`SELECT languages, books, about, section FROM translator_applications`)).toEqual({
      languages: '["de"]',
      books: '[3]',
      about: 'I read.',
      section: 7,
    });
  });
});
