import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type InspectedDatabase, inspectDatabase } from '#src/lib/inspect-database.ts';
import { CATALOGUE_FILE, VISITORS_FILE } from './open.ts';
import { CATALOGUE_SCHEMA } from './schema-catalogue.ts';
import { VISITORS_SCHEMA } from './schema-visitors.ts';

export interface InspectedStoreFile extends InspectedDatabase {
  readonly file: string;
  /** The version of the schema that this code has. */
  readonly known: number;
}

/** Looks at the databases of a store without changing them, as opening it may. */
export function inspectStore(folder: string): InspectedStoreFile[] {
  return [
    { file: join(folder, CATALOGUE_FILE), known: CATALOGUE_SCHEMA.length },
    { file: join(folder, VISITORS_FILE), known: VISITORS_SCHEMA.length },
  ].flatMap(({ file, known }) => (existsSync(file) ? [{ file, known, ...inspectDatabase(file) }] : []));
}
