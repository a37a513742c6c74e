import type { Database } from '#src/api/store/database.ts';

/** Takes the catalogue back to its form before the rows of other writers were noted. */
export async function withoutForeignEdits(catalogue: Database): Promise<void> {
  const triggers = await catalogue.all<{ name: string }>(
    `SELECT name FROM sqlite_schema WHERE name LIKE '%_by_another'`,
  );
  for (const { name } of triggers) await catalogue.exec(`DROP TRIGGER ${name}`);
  await catalogue.exec(`DROP TABLE foreign_edits; DELETE FROM meta WHERE key = 'writing'`);
}
