import type { Database, Row } from '../database.ts';
import { sql } from '../sql.ts';

export const storedKey = async (database: Database, id: number): Promise<string | undefined> =>
  (await database.get<Row & { key: string }>(sql`SELECT key FROM books WHERE id = ${id}`))?.key;

export const isKeyTaken = async (database: Database, key: string): Promise<boolean> =>
  (await database.get(sql`SELECT 1 AS taken FROM books WHERE key = ${key}`)) !== undefined;

/** Whether a book with this key and this fingerprint is stored. */
export const isStoredVersion = async (database: Database, key: string, fingerprint: string): Promise<boolean> =>
  (await database.get(sql`SELECT 1 AS stored FROM books WHERE key = ${key} AND fingerprint = ${fingerprint}`)) !==
  undefined;
