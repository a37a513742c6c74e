import type { TranslatorApplication } from '#src/contract/calls/translator.ts';
import type { Database, Row } from '../database.ts';
import { insertInto } from '../insert.ts';
import { sql } from '../sql.ts';

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
  const query = sql`SELECT id, created_at FROM translator_applications WHERE brand = ${brand} AND key = ${key}`;
  return database.get<ApplicationRow>(query);
}

/** Adds an application. @returns undefined if the email has already applied to the brand */
export async function addApplication(
  database: Database,
  { brand, section, now }: Applicant,
  application: TranslatorApplication,
): Promise<ApplicationRow | undefined> {
  const { key, email, name, native, languages, books, about } = application;
  const lists = { languages: JSON.stringify(languages), books: JSON.stringify(books) };
  const row = { brand, key, email, name, native, ...lists, about, section, created_at: now.toISOString() };
  const statement = sql`${insertInto('translator_applications', row)}
    ON CONFLICT DO NOTHING RETURNING id, created_at`;
  return (await database.returning<ApplicationRow>(statement))[0];
}
