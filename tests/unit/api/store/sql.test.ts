import { describe, expect, it } from 'vitest';
import { insertInto, insertRow } from '#src/api/store/insert.ts';
import { joined, perDialect, raw, sql, statementOf } from '#src/api/store/sql.ts';

const both = (query: Parameters<typeof statementOf>[0]) => [
  statementOf(query, 'sqlite'),
  statementOf(query, 'postgres'),
];

describe('sql, which builds SQL statements', () => {
  it("replaces values with the database's placeholders, including values in nested parts", () => {
    const where = sql`name = ${"O'Neil"} AND size > ${3}`;
    const values = ['books', "O'Neil", 3, 7];
    expect(both(sql`SELECT ${'books'} FROM ${raw('books')} WHERE ${where} LIMIT ${7}`)).toEqual([
      { text: 'SELECT ? FROM books WHERE name = ? AND size > ? LIMIT ?', values },
      { text: 'SELECT $1 FROM books WHERE name = $2 AND size > $3 LIMIT $4', values },
    ]);
  });

  it('leaves question marks, dollars and backslashes in the text unchanged', () => {
    for (const { text } of both(sql`SELECT '?', '$1', '\\' WHERE a = ${1}`)) expect(text).toContain(`'?', '$1', '\\'`);
  });

  it("uses the part written for the database's dialect, with only the values of that part", () => {
    const isOneOf = perDialect({ sqlite: sql`IN (${'[1]'})`, postgres: sql`= ANY (${[1]})` });
    expect(both(sql`a = ${0} AND id ${isOneOf} AND b = ${2}`)).toEqual([
      { text: 'a = ? AND id IN (?) AND b = ?', values: [0, '[1]', 2] },
      { text: 'a = $1 AND id = ANY ($2) AND b = $3', values: [0, [1], 2] },
    ]);
  });

  it('builds parts that can be used in several statements', () => {
    const part = sql`x = ${1}`;
    expect(statementOf(sql`${part} OR ${part}`, 'postgres')).toEqual({ text: 'x = $1 OR x = $2', values: [1, 1] });
    expect(statementOf(part, 'postgres').text).toBe('x = $1');
  });
});

describe('joined, which joins SQL parts', () => {
  it('separates values and parts, and returns an empty text for an empty list', () => {
    expect(statementOf(joined([1, sql`now(${2})`, 3]), 'sqlite')).toEqual({ text: '?, now(?), ?', values: [1, 2, 3] });
    expect(statementOf(joined([]), 'sqlite')).toEqual({ text: '', values: [] });
  });
});

describe('insertInto', () => {
  it('names the columns and passes their values', () => {
    expect(statementOf(insertInto('users', { email: 'a@b.example', coins: null }), 'postgres')).toEqual({
      text: 'INSERT INTO users (email, coins) VALUES ($1, $2)',
      values: ['a@b.example', null],
    });
  });

  it('rejects text that is not a column name', () => {
    expect(() => insertInto('users', { 'email) VALUES (1); --': 1 })).toThrow('Not the name of a column');
  });

  it('returns the id of the row', async () => {
    const statements: string[] = [];
    const returning = async (query: Parameters<typeof statementOf>[0]) => {
      statements.push(statementOf(query, 'sqlite').text);
      return [{ id: 5 }] as never;
    };
    expect(await insertRow({ returning }, 'tags', { name: 'a' })).toBe(5);
    expect(statements).toEqual(['INSERT INTO tags (name) VALUES (?) RETURNING id']);
  });
});
