import type { Sql } from '#src/lib/sqlite.ts';

/** The books of a list in order, with the weights that determine the order. Lists from the upstream have no weights. */
export interface WeightedBooks {
  readonly books: Float64Array;
  readonly hots: Float64Array;
}

/**
 * Number of books per row: large enough that long lists take few rows, small enough that a change rewrites few bytes.
 */
const BLOCK_SIZE = 500;

/** Reads and writes complete lists. */
export interface ListMembers {
  read(list: number): WeightedBooks;
  books(list: number): Float64Array;
  /** Writes only rows that are new or changed. */
  write(list: number, books: Float64Array, hots: Float64Array | undefined): void;
}

type Row = { books: Bytes; hots: Bytes | null };
type Bytes = Uint8Array<ArrayBuffer>;

export function createListMembers(sql: Sql): ListMembers {
  return {
    read(list) {
      const rows = sql.all<Row>('SELECT books, hots FROM members WHERE list = ? ORDER BY block', list);
      return {
        books: concat(rows.map(({ books }) => books)),
        hots: concat(rows.flatMap(({ hots }) => hots ?? [])),
      };
    },
    books(list) {
      const rows = sql.all<Pick<Row, 'books'>>('SELECT books FROM members WHERE list = ? ORDER BY block', list);
      return concat(rows.map(({ books }) => books));
    },
    write(list, books, hots) {
      let block = 0;
      for (; block * BLOCK_SIZE < books.length; block += 1) {
        const part = (of: Float64Array) => bytesOf(of.subarray(block * BLOCK_SIZE, (block + 1) * BLOCK_SIZE));
        sql.run(WRITE, list, block, part(books), hots ? part(hots) : null);
      }
      sql.run('DELETE FROM members WHERE list = ? AND block >= ?', list, block);
    },
  };
}

const WRITE = `INSERT INTO members (list, block, books, hots) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET books = excluded.books, hots = excluded.hots
  WHERE books <> excluded.books OR hots IS NOT excluded.hots`;

/** Reads ranges of lists. The last block is cached, so consecutive pages of a list read each block once. */
export function createRangeReader(sql: Sql): (list: number, from: number, to: number) => number[] {
  let last: { list: number; block: number; books: Float64Array } | undefined;
  const blockOf = (list: number, block: number) => {
    if (last?.list === list && last.block === block) return last.books;
    const row = sql.get<Pick<Row, 'books'>>('SELECT books FROM members WHERE list = ? AND block = ?', list, block);
    const books = row ? numbersOf(row.books) : new Float64Array();
    last = { list, block, books };
    return books;
  };
  return (list, from, to) => {
    const ids: number[] = [];
    for (let block = Math.floor(from / BLOCK_SIZE); block * BLOCK_SIZE < to; block += 1) {
      const start = block * BLOCK_SIZE;
      const books = blockOf(list, block);
      if (books.length === 0) break;
      ids.push(...books.subarray(Math.max(0, from - start), to - start));
    }
    return ids;
  };
}

/** Uses this machine's byte order. All machines that share a snapshot must have the same byte order. */
const bytesOf = (numbers: Float64Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** Copies the bytes, because the offset of a Float64Array must be a multiple of 8. */
const numbersOf = (bytes: Uint8Array) => new Float64Array(bytes.slice().buffer);

function concat(parts: readonly Uint8Array[]): Float64Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Float64Array(whole.buffer);
}
