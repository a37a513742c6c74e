import type { Store } from '#src/api/index.ts';
import type { Database } from '#src/api/store/database.ts';
import { type Sql, statementOf } from '#src/api/store/sql.ts';

/** A statement with the values of its first execution. */
export interface RecordedStatement {
  readonly database: 'catalogue' | 'visitors';
  readonly query: Sql;
  readonly text: string;
}

/** Wraps a store so that it records each distinct statement once. */
export function recordStatements(store: Store): { readonly store: Store; readonly statements: RecordedStatement[] } {
  const statements: RecordedStatement[] = [];
  const seen = new Set<string>();
  const record = (database: RecordedStatement['database'], inner: Database): Database => {
    const note = (query: Sql): Sql => {
      const { text } = statementOf(query, store.postgres === undefined ? 'sqlite' : 'postgres');
      if (!seen.has(`${database} ${text}`)) statements.push({ database, query, text });
      seen.add(`${database} ${text}`);
      return query;
    };
    return {
      ...inner,
      all: (query) => inner.all(note(query)),
      get: (query) => inner.get(note(query)),
      one: (query) => inner.one(note(query)),
      run: (query) => inner.run(note(query)),
      returning: (query) => inner.returning(note(query)),
      transaction: (work) => inner.transaction((transaction) => work(record(database, transaction))),
      transactionUnlessBusy: (work) =>
        inner.transactionUnlessBusy((transaction) => work(record(database, transaction))),
    };
  };
  return {
    statements,
    store: {
      ...store,
      catalogue: record('catalogue', store.catalogue),
      searched: record('catalogue', store.searched),
      visitors: record('visitors', store.visitors),
      counts: record('visitors', store.counts),
    },
  };
}
