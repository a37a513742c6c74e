import type { Sql } from '#src/lib/sqlite.ts';

/** Books of one list in their order, with the weights they are ordered by; an upstream's own list has no weights. */
export interface Ranked {
  readonly books: Float64Array;
  readonly hots: Float64Array;
}

/** Books of a row: a list of many is few rows, and a change in it rewrites little. */
const BLOCK = 500;

/** Reads and writes whole lists. */
export interface Members {
  read(list: number): Ranked;
  books(list: number): Float64Array;
  /** Writes the rows that are new or differ, and no other. */
  write(list: number, books: Float64Array, hots: Float64Array | undefined): void;
}

type Row = { books: Bytes; hots: Bytes | null };
type Bytes = Uint8Array<ArrayBuffer>;

export function createMembers(sql: Sql): Members {
  return {
    read(list) {
      const rows = sql.all<Row>('SELECT books, hots FROM members WHERE list = ? ORDER BY block', list);
      return {
        books: joined(rows.map(({ books }) => books)),
        hots: joined(rows.flatMap(({ hots }) => hots ?? [])),
      };
    },
    books(list) {
      const rows = sql.all<Pick<Row, 'books'>>('SELECT books FROM members WHERE list = ? ORDER BY block', list);
      return joined(rows.map(({ books }) => books));
    },
    write(list, books, hots) {
      let block = 0;
      for (; block * BLOCK < books.length; block += 1) {
        const part = (of: Float64Array) => bytesOf(of.subarray(block * BLOCK, (block + 1) * BLOCK));
        sql.run(WRITE, list, block, part(books), hots ? part(hots) : null);
      }
      sql.run('DELETE FROM members WHERE list = ? AND block >= ?', list, block);
    },
  };
}

const WRITE = `INSERT INTO members (list, block, books, hots) VALUES (?, ?, ?, ?)
  ON CONFLICT DO UPDATE SET books = excluded.books, hots = excluded.hots
  WHERE books <> excluded.books OR hots IS NOT excluded.hots`;

/** Reads stretches of lists: the pages of one list in turn cost a row for each `BLOCK` books. */
export function createStretches(sql: Sql): (list: number, from: number, to: number) => number[] {
  let last: { list: number; block: number; books: Float64Array } | undefined;
  const blockOf = (list: number, block: number) => {
    if (last?.list === list && last.block === block) return last.books;
    const row = sql.get<Pick<Row, 'books'>>('SELECT books FROM members WHERE list = ? AND block = ?', list, block);
    const books = row ? numbersOf(row.books) : new Float64Array();
    last = { list, block, books };
    return books;
  };
  return (list, from, to) => {
    const found: number[] = [];
    for (let block = Math.floor(from / BLOCK); block * BLOCK < to; block += 1) {
      const start = block * BLOCK;
      const books = blockOf(list, block);
      if (books.length === 0) break;
      found.push(...books.subarray(Math.max(0, from - start), to - start));
    }
    return found;
  };
}

/** In the machine's own order of bytes, which all machines that share a snapshot have to have in common. */
const bytesOf = (numbers: Float64Array) => new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);

/** A copy, because the bytes may begin anywhere. */
const numbersOf = (bytes: Uint8Array) => new Float64Array(bytes.slice().buffer);

function joined(parts: readonly Uint8Array[]): Float64Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return new Float64Array(whole.buffer);
}
