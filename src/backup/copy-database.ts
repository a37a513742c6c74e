import { backup, DatabaseSync } from 'node:sqlite';
import { messageOf } from '#src/lib/errors.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
import { openFinishedSql } from '#src/lib/sqlite.ts';
import { withPath } from '#src/lib/storage-error.ts';
import { DamagedBackupError } from './errors.ts';

/** How long a lock of another process is waited for. */
const WAIT = 'PRAGMA busy_timeout = 10000';

/**
 * Copies a database as it is at this moment, by SQLite's online backup. Others go on writing it.
 *
 * A reading transaction is open for as long: without it SQLite begins anew whenever another process has committed, and
 * beside steady writes it would never end.
 * @throws DamagedBackupError where the copy is not whole
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  makePrivateDatabase(to);
  const source = withPath(from, () => new DatabaseSync(from));
  try {
    withPath(from, () => source.exec(`${WAIT}; BEGIN`));
    withPath(from, () => source.prepare('SELECT count(*) FROM sqlite_schema').get());
    await backup(source, to);
  } finally {
    source.close();
  }
  checkDatabase(to);
}

/**
 * Reads a copy through; nobody may write it meanwhile, and nothing is left beside it.
 * @throws DamagedBackupError for a damaged database, or rows whose foreign keys lead nowhere
 */
export function checkDatabase(file: string): void {
  const problem = problemIn(file);
  if (problem !== undefined) throw new DamagedBackupError(`${file} is damaged: ${problem}. Take an older backup.`);
}

function problemIn(file: string): string | undefined {
  try {
    const sql = openFinishedSql(file);
    try {
      const lines = sql.all('PRAGMA integrity_check(5)').map(({ integrity_check: line }) => String(line));
      if (lines.join() !== 'ok') return lines.join('; ');
      const lost = sql.all('PRAGMA foreign_key_check').length;
      return lost === 0 ? undefined : `${lost} rows name others that are not there`;
    } finally {
      sql.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}
