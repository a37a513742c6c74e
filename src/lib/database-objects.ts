import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** A table, index, view or trigger, as SQLite describes it. */
export interface DatabaseObject {
  readonly type: string;
  readonly name: string;
  /** The statement with whitespace collapsed; empty for indexes that SQLite creates itself. */
  readonly sql: string;
}

/**
 * Opens an untrusted database for reading. The database cannot call functions with side effects, nothing is written,
 * and no other file is opened.
 */
export function openForeign(file: string): DatabaseSync {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const connection = new DatabaseSync(address, { readOnly: true });
  connection.exec('PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0');
  connection.enableDefensive(true);
  return connection;
}

/** All schema objects of a database. */
export function objectsIn(connection: DatabaseSync): DatabaseObject[] {
  const rows = connection
    .prepare("SELECT type, name, coalesce(sql, '') AS sql FROM sqlite_schema ORDER BY type, name")
    .all();
  return rows.map(({ type, name, sql }) => ({ type: String(type), name: String(name), sql: plainSql(String(sql)) }));
}

const plainSql = (sql: string) => sql.replaceAll(/\s+/g, ' ').trim();

/**
 * Runs scripts one after another in an empty database.
 * @param prepare adds the functions that the scripts call
 * @returns the objects after each script
 */
export function objectsAfterEach(
  scripts: readonly string[],
  prepare?: (connection: DatabaseSync) => void,
): DatabaseObject[][] {
  const connection = new DatabaseSync(':memory:');
  try {
    prepare?.(connection);
    return scripts.map((script) => {
      connection.exec(script);
      return objectsIn(connection);
    });
  } finally {
    connection.close();
  }
}

/** The objects that a script creates in an empty database. */
export const objectsOf = (script: string): DatabaseObject[] => objectsAfterEach([script]).flat();

/** Whether an object runs code written by the database's author: a view, trigger or virtual table. */
export const runsCode = ({ type, sql }: DatabaseObject) =>
  type === 'view' || type === 'trigger' || (type === 'table' && /^create virtual/i.test(sql));

/** Describes the objects that run code but are not expected, such as "the view pages". */
export function foreignCode(objects: readonly DatabaseObject[], expected: readonly DatabaseObject[]): string[] {
  const isExpected = ({ type, name, sql }: DatabaseObject) =>
    expected.some((entry) => entry.type === type && entry.name === name && entry.sql === sql);
  return objects.filter((object) => runsCode(object) && !isExpected(object)).map(nameOf);
}

export const nameOf = ({ type, name, sql }: DatabaseObject): string =>
  `the ${runsCode({ type, name, sql }) && type === 'table' ? 'virtual table' : type} ${JSON.stringify(name)}`;
