import type { Database } from '#src/api/store/database.ts';
import { sql } from '#src/api/store/sql.ts';

/** Removes from the catalogue what the migration for foreign edits added: its triggers and its table. */
export async function withoutForeignEdits(catalogue: Database): Promise<void> {
  const triggers = await catalogue.all<{ name: string }>(
    sql`SELECT name FROM sqlite_schema WHERE name LIKE '%_by_another'`,
  );
  for (const { name } of triggers) await catalogue.exec(`DROP TRIGGER ${name}`);
  await catalogue.exec(`DROP TABLE foreign_edits; DELETE FROM meta WHERE key = 'writing'`);
}
