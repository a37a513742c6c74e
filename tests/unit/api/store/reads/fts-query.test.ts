import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { allWords, anyWord, queryWords } from '#src/api/store/reads/fts-query.ts';
import { CATALOGUE_SCHEMA } from '#src/api/store/schema-catalogue.ts';

describe('allWords', () => {
  it.each([
    ['dragon', '"dragon"*'],
    ['The Dragon', '"the" AND "dragon"*'],
    ['a', '"a"'],
    ['三体 x', '"三 体" AND "x"'],
    ['title:x OR "y"', '"title" AND "x" AND "or" AND "y"'],
    ['***', ''],
  ])('makes %j into %j', (text, expression) => {
    expect(allWords(queryWords(text))).toBe(expression);
  });

  it('lets others stand in for a word', () => {
    expect(allWords(['drgon', 'x'], (word) => (word === 'drgon' ? ['dragon'] : []))).toBe(
      '("drgon" OR "dragon") AND "x"',
    );
  });

  it('counts twelve words and no more', () => {
    expect(queryWords('a '.repeat(50))).toHaveLength(12);
  });
});

describe('any text of a visitor', () => {
  it('gives an expression that SQLite takes', async () => {
    const database = await openDatabase(':memory:', CATALOGUE_SCHEMA);
    const sql = 'SELECT rowid FROM book_search WHERE book_search MATCH ?';
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...`"'*()^:-+ aN三`) })),
        async (text) => {
          const list = queryWords(text);
          if (list.length === 0) return;
          await database.all(sql, allWords(list));
          await database.all(sql, anyWord(list));
        },
      ),
      { numRuns: 500 },
    );
    await database.close();
  });
});
