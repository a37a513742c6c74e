import { describe, expect, it } from 'vitest';
import { checkWords } from '../../../../scripts/checks/words.ts';

const inFile = (path: string, text: string) => checkWords([{ path, text }]);

describe('checkWords', () => {
  it.each([
    '// Whoever changes this runs the tests.',
    '/** The page of product 8. */',
    '// Its book is told of later.',
    "throw new Error('The log tells of it.');",
    '// The page is made anew.',
    '// It lets go of the lock.',
    '<!-- The entry was taken away. -->',
    '// Redirects for who is signed in.',
    '/** Who is not is led to sign-in. */',
    'const MOST = 5;',
    'export const MOST_ROWS = 5;',
    'const LEAST_SPACE = 5;',
    'export const SENT_MOST = 5;',
    'const LONG = 5;',
  ])('rejects the text "%s"', (text) => {
    expect(inFile('brands/x/x.ts', `\n${text}\n`)).toMatchObject([{ file: 'brands/x/x.ts', line: 2 }]);
  });

  it.each([
    '// Contributors run the tests.',
    'const MAX_ROWS = 5;',
    'const LONG_TEXT = 5;',
    'const sql = "SELECT LEAST(a, b)";',
    "throw new LecternError('TOO_MUCH', message);",
    '// Who is signed in? The session knows.',
    "it('of a book', () => {",
  ])('accepts the text "%s" outside of tests', (text) => {
    expect(inFile('brands/x/x.ts', text)).toEqual([]);
  });

  it.each([
    "it('of a shelf is that of the home page', async () => {",
    "test('that fails with 400 leads to the page for it', async ({ page }) => {",
    'test(`who stays where a link led reads there`, async ({ page }) => {',
    "  it('is of two that there are', { timeout: 1000 }, () => {",
    "it.each([\n  'a',\n])('and %s', (name) => {",
  ])('rejects a test title that is a fragment: %s', (text) => {
    expect(inFile('brands/x/tests/x.ts', text)).toEqual([]);
    expect(inFile('tests/contract/x.test.ts', text)).toMatchObject([{ file: 'tests/contract/x.test.ts' }]);
  });

  it.each([
    "it('rejects merging a tag into itself', () => {",
    "it('offers to undo', () => {",
    "expect(parse('of a book')).toBe(1);",
    "list.map(String)('that', 1);",
  ])('accepts in a test file: %s', (text) => {
    expect(inFile('tests/contract/x.test.ts', text)).toEqual([]);
  });

  it('skips novels, translations and decision records', () => {
    for (const path of ['src/api/seed/novels/x.ts', 'src/i18n/locales/en/x.ts', 'docs/decisions/0001-x.md'])
      expect(inFile(path, 'Whoever')).toEqual([]);
  });

  it('reports the rule, the matching words and a remedy', () => {
    const [finding] = inFile('brands/x.ts', 'const MOST = 5;');
    expect(finding?.rule).toBe('a limit is named MAX_… or MIN_…, with its unit: "const MOST"');
    expect(finding?.remedy).toContain('MAX_TITLE_CHARACTERS');
  });
});
