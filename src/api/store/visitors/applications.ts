import type { TranslatorApplication } from '#src/contract/calls/translator.ts';
import type { Database, Row } from '../database.ts';

export type ApplicationRow = Row & { id: number; created_at: string };

export interface Applicant {
  readonly brand: string;
  readonly section: number;
  readonly now: Date;
}

export async function applicationOfKey(
  database: Database,
  brand: string,
  key: string,
): Promise<ApplicationRow | undefined> {
  const sql = 'SELECT id, created_at FROM translator_applications WHERE brand = ? AND key = ?';
  return database.get<ApplicationRow>(sql, brand, key);
}

/** @returns undefined where the e-mail address has applied to the brand already */
export async function addApplication(
  database: Database,
  { brand, section, now }: Applicant,
  application: TranslatorApplication,
): Promise<ApplicationRow | undefined> {
  const { key, email, name, native, languages, books, about } = application;
  const sql = `INSERT INTO translator_applications
    (brand, key, email, name, native, languages, books, about, section, created_at)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING RETURNING id, created_at`;
  const lists = [JSON.stringify(languages), JSON.stringify(books)] as const;
  return database.get<ApplicationRow>(
    sql,
    brand,
    key,
    email,
    name,
    native,
    ...lists,
    about,
    section,
    now.toISOString(),
  );
}
