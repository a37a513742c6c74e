import { DatabaseSync } from 'node:sqlite';

/**
 * Overwrites the salts in a copy of the visitors' database, so that a backup cannot reveal which device has which number.
 * The rows stay, because they mark the days that have not been closed.
 */
export function removeSalts(file: string): void {
  const database = new DatabaseSync(file);
  try {
    const table = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'statistics_salts'`).get();
    if (table) database.exec(`PRAGMA secure_delete = ON; UPDATE statistics_salts SET salt = ''`);
  } finally {
    database.close();
  }
}
