import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '#src/api/store/database.ts';
import { fts5Expression, matches, tsquery } from '#src/api/store/dialects.ts';
import { allWords, anyWord, queryWords } from '#src/api/store/reads/search-terms.ts';
import { CATALOGUE_SCHEMA } from '#src/api/store/schema-catalogue.ts';
import { sql } from '#src/api/store/sql.ts';

describe('allWords, a search for all words', () => {
  it.each([
    ['dragon', '"dragon"*'],
    ['The Dragon', '"the" AND "dragon"*'],
    ['a', '"a"'],
    ['三体 x', '"三 体" AND "x"'],
    ['title:x OR "y"', '"title" AND "x" AND "or" AND "y"'],
    ['***', ''],
  ])('turns %j into the FTS5 expression %j', (text, expression) => {
    expect(fts5Expression(allWords(queryWords(text)))).toBe(expression);
  });

  it('combines alternatives for a word with OR', () => {
    const terms = allWords(['drgon', 'x'], (word) => (word === 'drgon' ? ['dragon'] : []));
    expect(fts5Expression(terms)).toBe('("drgon" OR "dragon") AND "x"');
  });

  it('uses the first twelve words only', () => {
    expect(queryWords('a '.repeat(50))).toHaveLength(12);
  });
});

describe('tsquery, which builds PostgreSQL queries', () => {
  it.each([
    ['every word', tsquery(allWords(queryWords('Dragon keep'))), `'dragon' & 'keep':*`],
    ['any word', tsquery(anyWord(queryWords('Dragon keep'))), `('dragon' | 'keep')`],
    ['alternatives to a word', tsquery(allWords(['drgon'], () => ['dragon'])), `('drgon':* | 'dragon')`],
    ['words in a field', tsquery(allWords(['a', 'dragon']), 'title'), `'A/a' & 'A/dragon':*`],
    ['a text without spaces', tsquery(allWords(queryWords('三体'))), `('三' <-> '体':*)`],
  ])('searches for %s', (_title, query, expected) => {
    expect(query).toBe(expected);
  });
});

describe('a search query with any visitor input', () => {
  it('is converted to a valid SQLite expression', async () => {
    const database = await openDatabase(':memory:', CATALOGUE_SCHEMA);
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...`"'*()^:-+ aN三`) })),
        async (text) => {
          const list = queryWords(text);
          if (list.length === 0) return;
          await database.all(sql`SELECT rowid FROM book_search WHERE ${matches('book_search', allWords(list))}`);
          await database.all(sql`SELECT rowid FROM book_search WHERE ${matches('book_search', anyWord(list))}`);
        },
      ),
      { numRuns: 500 },
    );
    await database.close();
  });
});
