import { resolve } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { withPath } from './storage-error.ts';

/** A row as returned by SQLite. Row types must be type aliases with this shape. */
export type SqlRow = Record<string, SQLOutputValue>;

/** A connection that compiles each SQL statement once. */
export interface Sql {
  all<R extends SqlRow>(sql: string, ...values: SQLInputValue[]): R[];
  get<R extends SqlRow>(sql: string, ...values: SQLInputValue[]): R | undefined;
  /**
   * Yields rows one by one, for large results. The same statement must not run again until the last row has been read.
   */
  each<R extends SqlRow>(sql: string, ...values: SQLInputValue[]): Iterable<R>;
  /** @returns the number of changed rows */
  run(sql: string, ...values: SQLInputValue[]): number;
  exec(script: string): void;
  /** Whether a transaction is open. SQLite may have rolled it back, for example because the disk is full or fails. */
  readonly isInTransaction: boolean;
  close(): void;
}

export function openSql(file: string, options: { readonly readOnly?: boolean } = {}): Sql {
  const open = () => new DatabaseSync(file, { readOnly: options.readOnly ?? false });
  return sqlOf(withPath(resolve(file), open), resolve(file));
}

/** Opens a file that is never written to again. Reads take no locks, which makes them faster. */
export function openFinishedSql(file: string): Sql {
  const address = pathToFileURL(file);
  address.searchParams.set('immutable', '1');
  const open = () => new DatabaseSync(address, { readOnly: true });
  return sqlOf(withPath(resolve(file), open), resolve(file));
}

function sqlOf(connection: DatabaseSync, file: string): Sql {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string) => {
    const statement = statements.get(sql) ?? connection.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    all: <R extends SqlRow>(sql: string, ...values: SQLInputValue[]) =>
      withPath(file, () => prepared(sql).all(...values) as R[]),
    get: <R extends SqlRow>(sql: string, ...values: SQLInputValue[]) =>
      withPath(file, () => prepared(sql).get(...values) as R | undefined),
    each: <R extends SqlRow>(sql: string, ...values: SQLInputValue[]) =>
      prepared(sql).iterate(...values) as Iterable<R>,
    run: (sql, ...values) => withPath(file, () => Number(prepared(sql).run(...values).changes)),
    exec: (script) => withPath(file, () => connection.exec(script)),
    get isInTransaction() {
      return connection.isTransaction;
    },
    close: () => connection.close(),
  };
}
