import { expect, it } from 'vitest';
import { toLike, toTsquery, translate } from '#src/api/store/postgres/dialect.ts';
import { allWords, anyWord, queryWords } from '#src/api/store/reads/fts-query.ts';

it.each([
  ['every word', allWords(queryWords('Dragon keep')), `'dragon' & 'keep':*`],
  ['any word', anyWord(queryWords('Dragon keep')), `'dragon' | 'keep'`],
  ['words that may stand in for one', allWords(['drgon'], () => ['dragon']), `('drgon':* | 'dragon')`],
  ['a field', `title : (${allWords(['a', 'dragon'])})`, `('A/a' & 'A/dragon':*)`],
  ['a text without spaces', allWords(queryWords('三体')), `('三' <-> '体':*)`],
])('a search for %s is one of PostgreSQL', (_title, expression, expected) => {
  expect(toTsquery(expression)).toBe(expected);
});

it('a pattern keeps what stands for others, and each sign that stands for itself', () => {
  expect(toLike('a*b?c[*][?]100%_\\*')).toBe('a%b_c*?100\\%\\_\\\\%');
});

it('a statement has the values that it names, each once, in its own order', () => {
  const { text, values } = translate('SELECT ?3, ?1, ?3 FROM t WHERE name GLOB ?1');
  expect([text, values(['a*', 'nobody asks', 3])]).toEqual(['SELECT $1, $2, $1 FROM t WHERE name LIKE $2', [3, 'a%']]);
});

it('a row with an id of the database tells it, and one that tells something else already does not', () => {
  expect(translate('INSERT INTO users (email) VALUES (?)')).toMatchObject({
    text: 'INSERT INTO users (email) VALUES ($1) RETURNING id',
    givesId: true,
  });
  expect(translate('INSERT INTO shelves (name) VALUES (?) RETURNING name').givesId).toBe(false);
  expect(translate('INSERT INTO devices (uuid) VALUES (?)').givesId).toBe(false);
});
