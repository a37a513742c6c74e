import { type DatabaseObject, objectsAfterEach, runsCode } from '#src/lib/database-objects.ts';
import { CATALOGUE_FILE, VISITORS_FILE } from './open.ts';
import { addRepairs } from './repair-timestamps.ts';
import { CATALOGUE_SCHEMA } from './schema-catalogue.ts';
import { VISITORS_SCHEMA } from './schema-visitors.ts';

const SCHEMAS: Readonly<Record<string, readonly string[]>> = {
  [CATALOGUE_FILE]: CATALOGUE_SCHEMA,
  [VISITORS_FILE]: VISITORS_SCHEMA,
};

/** Returns the triggers and virtual tables that any version of the schema of a database has. */
export function codeObjects(file: string): DatabaseObject[] {
  const objects = objectsAfterEach(SCHEMAS[file] ?? [], addRepairs)
    .flat()
    .filter(runsCode);
  return [...new Map(objects.map((object) => [JSON.stringify(object), object])).values()];
}
