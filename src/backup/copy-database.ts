import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { codeObjects } from '#src/api/index.ts';
import { messageOf } from '#src/lib/errors.ts';
import { runLimited } from '#src/lib/limited-process.ts';
import { makePrivateDatabase } from '#src/lib/private-files.ts';
import { withPath } from '#src/lib/storage-error.ts';
import { type DatabaseCheck, problemIn } from './database-problem.ts';
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
 * tables that are not Lectern's: they would not be restored
 */
export function checkDatabase(file: string): void {
  const problem = problemIn(checkOf(file));
  if (problem !== undefined) throw new DamagedBackupError(`${file} is damaged: ${problem}. Take an older backup.`);
}

/** Time to read databases: more than the slowest disk takes. */
const CHECK_MS = { atLeast: 600_000, forMiB: 1000 };

/** The same for databases that may be of somebody else, in a process with limits. @throws DamagedBackupError */
export async function checkForeignDatabases(files: readonly string[]): Promise<void> {
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const problem = await runLimited<readonly DatabaseCheck[], string | null>({
    program: new URL('./check-databases.process.ts', import.meta.url),
    input: files.map(checkOf),
    limitMs: CHECK_MS.atLeast + (bytes / 2 ** 20) * CHECK_MS.forMiB,
    what: 'Reading the databases of the backup',
  }).catch(messageOf);
  if (problem !== null) throw new DamagedBackupError(`${problem} Take an older backup.`);
}
