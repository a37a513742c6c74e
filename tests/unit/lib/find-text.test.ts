import { describe, expect, it } from 'vitest';
import { around, findText } from '#src/lib/find-text.ts';

const passages = (text: string, keyword: string) =>
  findText(text, keyword).map(({ start, end }) => text.slice(start, end));

describe('findText', () => {
  it.each([
    ['The moon. Moonlight, MOON', 'moon', ['moon', 'Moon', 'MOON']],
    ['Zoë met Łukasz at the café.', 'zoe met lukasz', ['Zoë met Łukasz']],
    ['cafe\u0301 noir', 'café', ['cafe\u0301']],
    ['straße', 'STRASSE', ['straße']],
    ['Þór, Ŧ, Ǽsir, Ǿ', 'thor', ['Þór']],
    ['Þór, Ŧ, Ǽsir, Ǿ', 't, aesir, o', ['Ŧ, Ǽsir, Ǿ']],
    ['He said “don’t”.', '"don\'t"', ['“don’t”']],
    ['one\n   two', 'one two', ['one\n   two']],
    ['三体：第一部', '第一', ['第一']],
    ['Ưu đàm hoa', 'uu dam', ['Ưu đàm']],
    ['a😀b😀', '😀', ['😀', '😀']],
    ['aaaa', 'aa', ['aa', 'aa']],
    ['nothing', ' ', []],
    ['nothing', 'something', []],
  ])('finds in %j the word %j', (text, keyword, expected) => {
    expect(passages(text, keyword)).toEqual(expected);
  });

  it('looks through the text of a whole book', () => {
    const [found] = findText(`${'Nothing of note. '.repeat(60_000)}The lighthouse.`, 'lighthouse');
    expect(found?.start).toBe(1_020_004);
  });

  it('stops at as many as are wanted', () => {
    expect(findText('a a a a', 'a', 2)).toHaveLength(2);
  });
});

describe('around', () => {
  const text = 'It was late in the year when the old lighthouse went dark for the very first time in memory.';
  it('gives whole words before and after', () => {
    const [found] = findText(text, 'lighthouse');
    expect(found && around(text, found, 12)).toEqual({ before: 'the old ', match: 'lighthouse', after: ' went dark' });
  });

  it('leaves no word out where the text begins exactly as far before', () => {
    const [found] = findText('one two lighthouse', 'lighthouse');
    expect(found && around('one two lighthouse', found, 8).before).toBe('one two ');
    expect(found && around('one two lighthouse', found, 7).before).toBe('two ');
  });

  it('gives a short text whole', () => {
    const [found] = findText('The old lighthouse.', 'old');
    expect(found && around('The old lighthouse.', found)).toEqual({
      before: 'The ',
      match: 'old',
      after: ' lighthouse.',
    });
  });
});
