import type { Database } from '#src/api/store/database.ts';

/** Takes the catalogue back to its form before the rows of other writers were noted. */
export function withoutForeignEdits(catalogue: Database): void {
  const triggers = catalogue.all<{ name: string }>(`SELECT name FROM sqlite_schema WHERE name LIKE '%_by_another'`);
  for (const { name } of triggers) catalogue.exec(`DROP TRIGGER ${name}`);
  catalogue.exec(`DROP TABLE foreign_edits; DELETE FROM meta WHERE key = 'writing'`);
}
