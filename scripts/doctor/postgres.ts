import type { InspectedPostgres } from '#src/api/index.ts';
import { shownPostgres } from '#src/lib/config-postgres.ts';
import { LecternError } from '#src/lib/errors.ts';
import { type Answer, fine, wrong } from './finding.ts';
import { foreignEditsOf } from './foreign-edits.ts';

/** The oldest that is supported. */
const OLDEST = 15;
/** Fewer free connections than this do not last. */
const FEWEST_FREE = 10;
/** Connections of one process of the API (docs/operate/postgresql.md). */
const OF_A_PROCESS = 35;

/** Whether the database with the store answers, is one that this code can use, and has room for connections. */
export async function lookAtPostgres(address: string): Promise<readonly Answer[]> {
  const { inspectPostgres } = await import('#src/api/index.ts');
  try {
    const found = await inspectPostgres(address);
    const problems = problemsOf(found);
    return problems.length > 0 ? problems : [fine(textOf(address, found))];
  } catch (error) {
    if (!(error instanceof LecternError)) throw error;
    return [wrong(error.message, 'Start PostgreSQL, or mend LECTERN_STORE (docs/operate/postgresql.md).')];
  }
}

function textOf(address: string, { server, schemas, connections, mostConnections }: InspectedPostgres): string {
  const versions = schemas.map(
    ({ name, version }) => `${name} ${version === 0 ? 'not made yet' : `of version ${version}`}`,
  );
  return `${shownPostgres(address)}: PostgreSQL ${server}, ${versions.join(', ')}, ${connections} of ${mostConnections} connections open.`;
}

function problemsOf(found: InspectedPostgres): Answer[] {
  const { server, encoding, schemas, connections, mostConnections, foreignEdits } = found;
  const newer = schemas.filter(({ version, known }) => version > known);
  const free = mostConnections - connections;
  return [
    ...(server < OLDEST ? [wrong(`PostgreSQL is ${server}.`, `Take ${OLDEST} or newer.`)] : []),
    ...(encoding === 'UTF8'
      ? []
      : [
          wrong(
            `The database has the encoding ${encoding}, which lacks letters of our texts.`,
            'Make one with createdb --encoding=UTF8, and copy the store there: npm run store -- copy.',
          ),
        ]),
    ...newer.map(({ name, version, known }) =>
      wrong(
        `${name} is of version ${version}, and this Lectern knows ${known}: a newer one wrote it.`,
        'Run that version again, or restore a dump of before.',
      ),
    ),
    ...(free < FEWEST_FREE
      ? [
          wrong(
            `${connections} of ${mostConnections} connections are open.`,
            `Raise max_connections of PostgreSQL: each process of the API opens up to ${OF_A_PROCESS}.`,
          ),
        ]
      : []),
    ...foreignEditsOf(foreignEdits),
  ];
}
