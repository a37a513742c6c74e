import type { Client } from 'pg';
import type { Row } from '../database.ts';
import { type ForeignEdit, findForeignEdits } from '../foreign-edits.ts';
import { type Misplaced, misplacedRecords, NOTHING_MISPLACED } from '../reads/misplaced.ts';
import { CATALOGUE_SCHEMA } from '../schema-catalogue.ts';
import { VISITORS_SCHEMA } from '../schema-visitors.ts';
import { type Sql, statementOf } from '../sql.ts';
import { connectPostgres } from './connect.ts';

/** The schema of a store. */
export interface InspectedSchema {
  readonly name: string;
  /** Schema version; 0 if the schema does not exist yet. */
  readonly version: number;
  /** The version that this code supports. */
  readonly known: number;
}

export interface InspectedPostgres {
  /** Major version, such as 15. */
  readonly server: number;
  readonly encoding: string;
  /** Number of open connections to all databases, not counting this one, and the maximum. */
  readonly connections: number;
  readonly maxConnections: number;
  readonly schemas: readonly InspectedSchema[];
  /** Changes that Lectern did not make. Empty if the content is of another version. */
  readonly foreignEdits: readonly ForeignEdit[];
  /** Empty if the content is of another version. */
  readonly misplaced: Misplaced;
}

const SERVER = `SELECT current_setting('server_version_num')::int / 10000 AS server,
  current_setting('server_encoding') AS encoding,
  current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS "maxConnections",
  (SELECT count(*)::int - 1 FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections`;

/**
 * Inspects a database without changing it. The database need not contain a store.
 * @throws LecternError STORE_UNREACHABLE
 */
export async function inspectPostgres(address: string): Promise<InspectedPostgres> {
  const client = await connectPostgres(address);
  try {
    await client.query('SET default_transaction_read_only = on; SET search_path = catalogue');
    const { rows } = await client.query<Omit<InspectedPostgres, 'schemas' | 'foreignEdits' | 'misplaced'>>(SERVER);
    const schemas = [
      await schemaOf(client, 'catalogue', CATALOGUE_SCHEMA.length),
      await schemaOf(client, 'visitors', VISITORS_SCHEMA.length),
    ];
    const isReadable = schemas.every(({ version, known }) => version === known);
    const all = async <R extends Row>(query: Sql) => {
      const { text, values } = statementOf(query, 'postgres');
      return (await client.query(text, values)).rows as R[];
    };
    const [server] = rows;
    if (!server) throw new Error('PostgreSQL did not report its version.');
    return {
      ...server,
      schemas,
      foreignEdits: isReadable ? await findForeignEdits({ all }) : [],
      misplaced: isReadable ? await misplacedRecords({ all }) : NOTHING_MISPLACED,
    };
  } finally {
    await client.end();
  }
}

async function schemaOf(client: Client, name: string, known: number): Promise<InspectedSchema> {
  const { rows: tables } = await client.query('SELECT to_regclass($1) AS it', [`${name}.schema_version`]);
  if (tables[0]?.it === null) return { name, version: 0, known };
  const { rows } = await client.query(`SELECT version FROM ${name}.schema_version`);
  return { name, version: Number(rows[0]?.version ?? 0), known };
}
