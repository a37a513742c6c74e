import { basename } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { codeObjects } from '#src/api/index.ts';
import { type DatabaseCheck, foreignProblem, problemIn } from '#src/lib/foreign-database.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
import { withPath } from '#src/lib/storage-error.ts';
import { DamagedBackupError } from './errors.ts';

/** How long to wait for a lock held by another process. */
const WAIT = 'PRAGMA busy_timeout = 10000';

/**
 * Copies a database with SQLite's online backup. Other processes can write to it in the meantime.
 *
 * A read transaction is open during the copy. Without it, SQLite would start over whenever another process commits, and
 * the copy would never finish if writes are frequent.
 * @throws DamagedBackupError if the copy is damaged
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

const checkOf = (file: string): DatabaseCheck => ({ file, expected: codeObjects(basename(file)) });

/**
 * Checks a copy. No process may write to it in the meantime. Leaves no other files next to it.
 * @throws DamagedBackupError for a damaged database, for rows with dangling foreign keys, and for views, triggers or
 * virtual tables that Lectern did not create, because they would not be restored
 */
function checkDatabase(file: string): void {
  const problem = problemIn(checkOf(file));
  if (problem !== undefined) throw new DamagedBackupError(`${file} is damaged: ${problem}. Use an older backup.`);
}

/**
 * Like `checkDatabase`, but for untrusted databases, in a process with limits.
 * @throws DamagedBackupError
 */
export async function checkForeignDatabases(files: readonly string[]): Promise<void> {
  const problem = await foreignProblem(files.map(checkOf));
  if (problem !== undefined) throw new DamagedBackupError(`${problem} Use an older backup.`);
}
