import type { InspectedPostgres } from '#src/api/index.ts';
import { shownPostgres } from '#src/config/postgres.ts';
import { LecternError } from '#src/lib/errors.ts';
import { type Answer, fine, wrong } from './finding.ts';
import { foreignEditsOf } from './foreign-edits.ts';
import { misplacedOf } from './misplaced.ts';

/** The oldest supported version. */
const MIN_VERSION = 15;
/** Minimum number of free connections; fewer are reported as a problem. */
const MIN_FREE_CONNECTIONS = 10;
/** Number of connections per API process (docs/operate/postgresql.md). */
const CONNECTIONS_PER_PROCESS = 35;

/** Checks that the store's database responds, has a supported version, and has free connections. */
export async function lookAtPostgres(address: string): Promise<readonly Answer[]> {
  const { inspectPostgres } = await import('#src/api/index.ts');
  try {
    const inspected = await inspectPostgres(address);
    const problems = problemsOf(inspected);
    return problems.length > 0 ? problems : [fine(textOf(address, inspected))];
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return [wrong(error.message, 'Start PostgreSQL, or correct LECTERN_STORE (docs/operate/postgresql.md).')];
  }
}

function textOf(address: string, { server, schemas, connections, maxConnections }: InspectedPostgres): string {
  const versions = schemas.map(
    ({ name, version }) => `${name} ${version === 0 ? 'not created yet' : `version ${version}`}`,
  );
  return `${shownPostgres(address)}: PostgreSQL ${server}, ${versions.join(', ')}, ${connections} of ${maxConnections} connections open.`;
}

function problemsOf(inspected: InspectedPostgres): Answer[] {
  const { server, encoding, schemas, connections, maxConnections, foreignEdits, misplaced } = inspected;
  const newer = schemas.filter(({ version, known }) => version > known);
  const free = maxConnections - connections;
  return [
    ...(server < MIN_VERSION ? [wrong(`PostgreSQL is ${server}.`, `Use version ${MIN_VERSION} or newer.`)] : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          wrong(
            `The database has the encoding ${encoding}, which cannot store all letters.`,
            'Create one with createdb --encoding=UTF8, and copy the store there: npm run store -- copy.',
          ),
        ]),
    ...newer.map(({ name, version, known }) =>
      wrong(
        `${name} has version ${version}, but this Lectern supports up to ${known}: a newer one wrote it.`,
        'Run the newer version again, or restore an earlier dump.',
      ),
    ),
    ...(free < MIN_FREE_CONNECTIONS
      ? [
          wrong(
            `${connections} of ${maxConnections} connections are open.`,
            `Raise max_connections of PostgreSQL: each process of the API opens up to ${CONNECTIONS_PER_PROCESS}.`,
          ),
        ]
      : []),
    ...foreignEditsOf(foreignEdits),
    ...misplacedOf(misplaced),
  ];
}
