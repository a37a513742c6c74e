import type { ReaderReport } from '#src/contract/calls/report.ts';
import type { Database, Row } from '../database.ts';
import { isOneOfNumbers } from '../dialects.ts';
import { insertInto } from '../insert.ts';
import { sql } from '../sql.ts';

export type ReportRow = Row & { id: number; created_at: string };

export interface Reporter {
  readonly brand: string;
  readonly section: number;
  /** Undefined for signed-out visitors. */
  readonly user: number | undefined;
  readonly now: Date;
}

/** How many days settled reports are kept. */
const RETENTION_DAYS = 365;

export async function reportOfKey(database: Database, brand: string, key: string): Promise<ReportRow | undefined> {
  const query = sql`SELECT id, created_at FROM reports WHERE brand = ${brand} AND key = ${key}`;
  return await database.get<ReportRow>(query);
}

/** Stores a report unless its key is known, and deletes reports that were settled long ago. */
export async function addReport(
  database: Database,
  { brand, section, user, now }: Reporter,
  { key, book_id, chapter_id, kind, passage, text }: ReaderReport,
): Promise<void> {
  const old = new Date(now.getTime() - RETENTION_DAYS * 86_400_000).toISOString();
  await database.run(sql`DELETE FROM reports WHERE settled_at < ${old}`);
  const fields = { key, book_id, chapter_id, kind, passage, text };
  const row = { brand, user_id: user ?? null, section, ...fields, created_at: now.toISOString() };
  await database.run(sql`${insertInto('reports', row)} ON CONFLICT DO NOTHING`);
}

/** Returns the number of open reports. */
export async function openReports(database: Database): Promise<number> {
  const query = sql`SELECT count(*) AS count FROM reports WHERE settled_at IS NULL`;
  return (await database.one<Row & { count: number }>(query)).count;
}

/** Erases the passages that reports about these books quote. Readers' own words stay. */
export async function erasePassages(database: Database, books: readonly number[]): Promise<void> {
  await database.run(
    sql`UPDATE reports SET passage = '' WHERE ${isOneOfNumbers(sql`book_id`, books)} AND passage <> ''`,
  );
}

/** Settles a report, or reopens it if `settled` is null. */
export async function settleReport(
  database: Database,
  id: number,
  { settled, note }: { readonly settled: { readonly at: string; readonly by: string } | null; readonly note: string },
): Promise<void> {
  const statement = sql`UPDATE reports
    SET settled_at = ${settled?.at ?? null}, settled_by = ${settled?.by ?? null}, note = ${note} WHERE id = ${id}`;
  await database.run(statement);
}
