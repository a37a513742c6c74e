import type { ReaderReport } from '#src/contract/calls/report.ts';
import type { Database, Row } from '../database.ts';

export type ReportRow = Row & { id: number; created_at: string };

export interface Reporter {
  readonly brand: string;
  readonly section: number;
  /** Undefined where nobody is signed in. */
  readonly user: number | undefined;
  readonly now: Date;
}

/** For how long a settled report is kept. */
const KEPT_DAYS = 365;

export async function reportOfKey(database: Database, brand: string, key: string): Promise<ReportRow | undefined> {
  const sql = 'SELECT id, created_at FROM reports WHERE brand = ? AND key = ?';
  return await database.get<ReportRow>(sql, brand, key);
}

/** Keeps a report, and forgets those that were settled long ago. One whose key is known is not kept again. */
export async function addReport(
  database: Database,
  { brand, section, user, now }: Reporter,
  { key, book_id, chapter_id, kind, passage, text }: ReaderReport,
): Promise<void> {
  const old = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString();
  await database.run('DELETE FROM reports WHERE settled_at < ?', old);
  const sql = `INSERT INTO reports
    (brand, key, user_id, section, book_id, chapter_id, kind, passage, text, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`;
  const words = [kind, passage, text] as const;
  await database.run(sql, brand, key, user ?? null, section, book_id, chapter_id, ...words, now.toISOString());
}

/** How many reports nobody has settled. */
export async function openReports(database: Database): Promise<number> {
  const sql = 'SELECT count(*) AS count FROM reports WHERE settled_at IS NULL';
  return (await database.one<Row & { count: number }>(sql)).count;
}

/** Settles a report, or opens it again where `settled` is null. */
export async function settleReport(
  database: Database,
  id: number,
  { settled, note }: { readonly settled: { readonly at: string; readonly by: string } | null; readonly note: string },
): Promise<void> {
  const sql = 'UPDATE reports SET settled_at = ?, settled_by = ?, note = ? WHERE id = ?';
  await database.run(sql, settled?.at ?? null, settled?.by ?? null, note, id);
}
