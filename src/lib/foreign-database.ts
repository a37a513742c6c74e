import { statSync } from 'node:fs';
import { type DatabaseObject, foreignCode, objectsIn, openForeign } from './database-objects.ts';
import { messageOf } from './errors.ts';
import { runLimited } from './limited-process.ts';

export interface DatabaseCheck {
  readonly file: string;
  /** Triggers and virtual tables that the database may have. */
  readonly expected: readonly DatabaseObject[];
  /** Whether to check only the structure, without indexes and foreign keys, which is faster. */
  readonly isQuick?: boolean;
}

/**
 * Checks a database that no process is writing to.
 * @returns a description of the problem; undefined if the database is sound
 */
export function problemIn({ file, expected, isQuick = false }: DatabaseCheck): string | undefined {
  try {
    const connection = openForeign(file);
    try {
      const foreign = foreignCode(objectsIn(connection), expected);
      if (foreign.length > 0) return `it has ${foreign.join(', ')}, which Lectern does not create`;
      const lines = connection.prepare(isQuick ? 'PRAGMA quick_check(5)' : 'PRAGMA integrity_check(5)').all();
      const results = lines.flatMap((line) => Object.values(line).map(String));
      if (results.join() !== 'ok') return results.join('; ');
      const lost = isQuick ? 0 : connection.prepare('PRAGMA foreign_key_check').all().length;
      return lost === 0
        ? undefined
        : `${lost === 1 ? '1 row refers to a missing one' : `${lost} rows refer to missing ones`}`;
    } finally {
      connection.close();
    }
  } catch (error) {
    return messageOf(error);
  }
}

/** Time limit for reading databases, in ms, long enough for slow disks. */
const CHECK_MS = { atLeast: 600_000, forMiB: 1000 };

/**
 * Like `problemIn`, but for untrusted databases, in a separate process with limits.
 * @returns the problem with the first damaged database; undefined if all are sound
 */
export async function foreignProblem(checks: readonly DatabaseCheck[]): Promise<string | undefined> {
  if (checks.length === 0) return undefined;
  const bytes = checks.reduce((sum, { file }) => sum + statSync(file).size, 0);
  const problem = await runLimited<readonly DatabaseCheck[], string | null>({
    program: new URL('./foreign-database.process.ts', import.meta.url),
    input: checks,
    limitMs: CHECK_MS.atLeast + (bytes / 2 ** 20) * CHECK_MS.forMiB,
    what: 'The database',
    advice: 'Use another copy of it.',
  }).catch(messageOf);
  return problem ?? undefined;
}
