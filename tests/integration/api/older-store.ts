import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';

/** Removes from the catalogue what the migrations for foreign edits, settings of brands and editions added. */
export async function withoutLaterMigrations(catalogue: Database): Promise<void> {
  const triggers = await catalogue.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE name LIKE '%_by_another'`,
  );
  for (const { name } of triggers) await catalogue.exec(`DROP TRIGGER ${name}`);
  await catalogue.exec(`DROP TABLE foreign_edits; DELETE FROM meta WHERE key = 'writing';
    DROP TABLE brand_settings; DROP TABLE brand_pictures; DROP INDEX books_by_work; ALTER TABLE books DROP COLUMN work;
    ALTER TABLE books DROP COLUMN alternative_titles; ALTER TABLE books DROP COLUMN original_title;
    ALTER TABLE books DROP COLUMN original_author; ALTER TABLE books DROP COLUMN original_language`);
}
