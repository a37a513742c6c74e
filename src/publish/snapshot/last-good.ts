import type { Book } from '#src/contract/entities/book.ts';
import type { Keyword, Tag } from '#src/contract/entities/listing.ts';
import { openSql, type Sql } from '#src/lib/sqlite.ts';

/** The snapshot's content before this run. It replaces entries that break the contract in this run. */
export interface LastGood {
  /** Returns a book from the list of all books. */
  book(section: number, id: number): Book | undefined;
  name(section: number, kind: 'tag' | 'keyword', id: number): Tag | Keyword | undefined;
  close(): void;
}

type JsonRow = { json: string };

/**
 * Reads the snapshot through a second connection, which does not see the sync's open transaction. If the snapshot
 * belongs to a different upstream, finds nothing.
 */
export function openLastGood(file: string, source: string): LastGood {
  let opened: Sql | undefined;
  const read = <T>(query: string, ...values: (number | string)[]): T | undefined => {
    opened ??= openSql(file, { readOnly: true });
    if (!opened.get(`SELECT 1 FROM meta WHERE key = 'upstream' AND value = ?`, source)) return undefined;
    const row = opened.get<JsonRow>(query, ...values);
    return row && JSON.parse(row.json);
  };
  return {
    book: (section, id) => read('SELECT json FROM books WHERE section = ? AND id = ? AND feed = 1', section, id),
    name: (section, kind, id) =>
      read('SELECT json FROM names WHERE section = ? AND kind = ? AND id = ?', section, kind, id),
    close: () => opened?.close(),
  };
}
