import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { mergedText, mergeTexts } from '#src/admin/ui/saving/merge-texts.ts';

const merge = (base: string, yours: string, theirs: string) => mergedText(mergeTexts(base, yours, theirs), {});
const kinds = (base: string, yours: string, theirs: string) => mergeTexts(base, yours, theirs).map(({ kind }) => kind);

describe('mergeTexts', () => {
  it.each([
    ['changes to different paragraphs', 'a\nb\nc', 'x\nb\nc', 'a\nb\ny', 'x\nb\ny'],
    ['changes to adjacent paragraphs', 'a\nb', 'x\nb', 'a\ny', 'x\ny'],
    ['an insertion before a changed paragraph', 'a\nb', 'a\nx\nb', 'a\ny', 'a\nx\ny'],
    ['an insertion after a changed paragraph', 'a\nb', 'x\nb', 'a\ny\nb', 'x\ny\nb'],
    ['a removal and a change elsewhere', 'a\nb\nc', 'b\nc', 'a\nb\nx', 'b\nx'],
    ['the same change on both sides', 'a\nb', 'x\nb', 'x\nb', 'x\nb'],
    [
      'changes in HTML without line breaks',
      '<p>a</p><p>b</p>',
      '<p>x</p><p>b</p>',
      '<p>a</p><p>y</p>',
      '<p>x</p>\n<p>y</p>',
    ],
  ])('combines %s', (_name, base, yours, theirs, result) => {
    expect(kinds(base, yours, theirs)).not.toContain('conflict');
    expect(merge(base, yours, theirs)).toBe(result);
  });

  it.each([
    ['two different changes to a paragraph', 'a\nb', 'x\nb', 'y\nb', 'y\nx\nb'],
    ['two insertions at the same place', 'a\nb', 'a\nx\nb', 'a\ny\nb', 'a\ny\nx\nb'],
    ['a change within a removed passage', 'a\nb\nc', 'a', 'a\nb\nx', 'a\nb\nx'],
    ['two texts written into an empty field', '', 'x', 'y', 'y\nx'],
  ])('reports %s as a conflict, and can keep both versions', (_name, base, yours, theirs, result) => {
    expect(kinds(base, yours, theirs)).toContain('conflict');
    expect(merge(base, yours, theirs)).toBe(result);
  });

  it('limits a conflict to the paragraph that both sides have changed', () => {
    expect(kinds('a\nb\nc', 'x\ny\nc', 'a\nz\nc')).toEqual(['yours', 'conflict', 'same']);
  });

  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 8 }).map((lines) => lines.join('\n'));

  test('returns the changed text if one side has changed it, or both sides in the same way', () => {
    fc.assert(
      fc.property(text, text, (base, changed) => {
        expect(merge(base, changed, base)).toBe(changed);
        expect(merge(base, base, changed)).toBe(changed);
        expect(merge(base, changed, changed)).toBe(changed);
      }),
    );
  });

  test('keeps every paragraph that either side has inserted', () => {
    fc.assert(
      fc.property(
        text,
        fc.array(fc.nat(9), { maxLength: 4 }),
        fc.array(fc.nat(9), { maxLength: 4 }),
        (base, yours, theirs) => {
          const inserted = (name: string, places: readonly number[]) =>
            places
              .reduce((lines, place, index) => lines.toSpliced(place, 0, `${name}${index}`), base.split('\n'))
              .join('\n');
          const lines = merge(base, inserted('yours', yours), inserted('theirs', theirs)).split('\n');
          const all = [...yours.map((_, index) => `yours${index}`), ...theirs.map((_, index) => `theirs${index}`)];
          expect(lines).toEqual(expect.arrayContaining(all));
          expect(lines.filter((line) => /^(yours|theirs)/.test(line))).toHaveLength(all.length);
        },
      ),
    );
  });
});
