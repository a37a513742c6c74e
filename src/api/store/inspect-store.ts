import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { type InspectedDatabase, inspectDatabase } from '#src/lib/inspect-database.ts';
import type { Row } from './database.ts';
import { type ForeignEdit, findForeignEdits } from './foreign-edits.ts';
import { CATALOGUE_FILE, VISITORS_FILE } from './open.ts';
import type { InspectedPostgres } from './postgres/inspect.ts';
import { type Misplaced, misplacedRecords, NOTHING_MISPLACED } from './reads/misplaced.ts';
import { CATALOGUE_SCHEMA } from './schema-catalogue.ts';
import { VISITORS_SCHEMA } from './schema-visitors.ts';
import { type Sql, statementOf } from './sql.ts';

export type { InspectedPostgres } from './postgres/inspect.ts';

export interface InspectedStoreFile extends InspectedDatabase {
  readonly file: string;
  /** The schema version that this code supports. */
  readonly known: number;
  /** Changes that Lectern did not make. Empty if the database of the content is damaged or of another version. */
  readonly foreignEdits: readonly ForeignEdit[];
  /** Empty if the database of the content is damaged or of another version. */
  readonly misplaced: Misplaced;
}

/** Inspects the databases of a store. Unlike opening the store, this does not change them. */
export async function inspectStore(folder: string): Promise<InspectedStoreFile[]> {
  const files = [
    { file: join(folder, CATALOGUE_FILE), known: CATALOGUE_SCHEMA.length },
    { file: join(folder, VISITORS_FILE), known: VISITORS_SCHEMA.length },
  ].filter(({ file }) => existsSync(file));
  return Array.fromAsync(files, ({ file, known }) => inspectFile(file, known));
}

/** Inspects a store in PostgreSQL without changing it. */
export async function inspectPostgres(address: string): Promise<InspectedPostgres> {
  return (await import('./postgres/inspect.ts')).inspectPostgres(address);
}

async function inspectFile(file: string, supported: number): Promise<InspectedStoreFile> {
  const inspected = inspectDatabase(file);
  const isReadable =
    inspected.problem === undefined && inspected.version === supported && file.endsWith(CATALOGUE_FILE);
  const content = isReadable ? await inspectContent(file) : { foreignEdits: [], misplaced: NOTHING_MISPLACED };
  return { file, known: supported, ...inspected, ...content };
}

async function inspectContent(file: string): Promise<Pick<InspectedStoreFile, 'foreignEdits' | 'misplaced'>> {
  const database = new DatabaseSync(file, { readOnly: true });
  const all = async <R extends Row>(query: Sql) => {
    const { text, values } = statementOf(query, 'sqlite');
    return database.prepare(text).all(...(values as SQLInputValue[])) as R[];
  };
  try {
    return { foreignEdits: await findForeignEdits({ all }), misplaced: await misplacedRecords({ all }) };
  } finally {
    database.close();
  }
}
