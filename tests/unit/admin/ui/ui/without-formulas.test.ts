import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { originalText, withoutFormula, withoutFormulas } from '#src/admin/ui/ui/without-formulas.ts';

const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const hostile = fc
  .array(fc.constantFrom(...SIGNS, '\t', '\r', '\n', ';', '"', "'", ' ', '\u200B', '\u0000', 'a', '1'), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

/** All cells that a spreadsheet may find, with any of the usual separators. */
const cellsOf = (text: string) => text.split(/[;\t\r\n]/);
const isFormula = (cell: string) => SIGNS.some((sign) => cell.replaceAll(/^[\s"\p{Cf}\p{Cc}]+/gu, '').startsWith(sign));

describe('withoutFormulas', () => {
  it.each([
    ['=HYPERLINK("https://evil.example","x")', `'=HYPERLINK("https://evil.example","x")`],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['＝1+1', "'＝1+1"],
    ['\t=1', "'\t'=1"],
    ['\rtext', "'\rtext"],
    ['  =1', "  '=1"],
    ['a;=1', "a;'=1"],
    ['two - three', 'two - three'],
    ['a=b', 'a=b'],
    ["'quoted'", "'quoted'"],
    ['', ''],
  ])('turns %j into %j', (text, safe) => {
    expect(withoutFormula(text)).toBe(safe);
    expect(originalText(safe)).toBe(text);
  });

  it('leaves no formulas or leading control characters, and is reversible', () => {
    fc.assert(
      fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (text) => {
        const safe = withoutFormula(text);
        expect(cellsOf(safe).filter(isFormula)).toEqual([]);
        expect(safe).not.toMatch(/^[\t\r]/);
        expect(originalText(safe)).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });

  it('escapes nested records and lists', () => {
    const record = { id: -1, text: '=1', tags: ['@a', 'b'], before: { '=name': '-2', none: null } };
    expect(withoutFormulas([record])).toEqual([
      { id: -1, text: "'=1", tags: ["'@a", 'b'], before: { "'=name": "'-2", none: null } },
    ]);
  });
});
