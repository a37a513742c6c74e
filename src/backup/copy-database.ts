import { basename } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { codeObjects } from '#src/api/index.ts';
import { type DatabaseCheck, foreignProblem, problemIn } from '#src/lib/foreign-database.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
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

const checkOf = (file: string): DatabaseCheck => ({ file, expected: codeObjects(basename(file)) });

/**
 * Reads a copy through; nobody may write it meanwhile, and nothing is left beside it.
 * @throws DamagedBackupError for a damaged database, rows whose foreign keys lead nowhere, and for views, triggers or virtual
 * tables that are not Lectern's: these would not be restored
 */
function checkDatabase(file: string): void {
  const problem = problemIn(checkOf(file));
  if (problem !== undefined) throw new DamagedBackupError(`${file} is damaged: ${problem}. Take an older backup.`);
}

/** The same for untrusted databases, in a process with limits. @throws DamagedBackupError */
export async function checkForeignDatabases(files: readonly string[]): Promise<void> {
  const problem = await foreignProblem(files.map(checkOf));
  if (problem !== undefined) throw new DamagedBackupError(`${problem} Take an older backup.`);
}
