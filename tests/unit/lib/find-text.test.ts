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
    ['‘tis', "'tis", ['‘tis']],
    ['«oui»', '"oui"', ['«oui»']],
    ['well‐known, well‑known', 'well-known', ['well‐known', 'well‑known']],
    ['light\u00adhouse', 'lighthouse', ['light\u00adhouse']],
    ['light\u200bhouse, light\u2060house', 'lighthouse', ['light\u200bhouse', 'light\u2060house']],
    ['می\u200cخواهم', 'میخواهم', ['می\u200cخواهم']],
    ['lighthouse', 'light\u2060house', ['lighthouse']],
    ['one \ufeff two', 'one two', ['one \ufeff two']],
    ['The moon.', ' moon\n', ['moon']],
    ['onetwo', 'one\u2003two', []],
    ['´tis', '´tis', ['´tis']],
    ['The moon.  ', 'the', ['The']],
    ['of one   two', 'one \u00ad', ['one']],
    ['of one two', 'one \u00ad', ['one ']],
    ['nothing', ' ', []],
    ['nothing', 'something', []],
  ])('in %j finds %j', (text, keyword, expected) => {
    expect(passages(text, keyword)).toEqual(expected);
  });

  it('finds all matches in a text as long as a book', () => {
    const [match] = findText(`${'Nothing of note. '.repeat(60_000)}The lighthouse.`, 'lighthouse');
    expect(match?.start).toBe(1_020_004);
  });

  it('stops at the maximum number of matches', () => {
    expect(findText('a a a a', 'a', 2)).toHaveLength(2);
  });
});

describe('the snippet of text around a match', () => {
  const text = 'It was late in the year when the old lighthouse went dark for the very first time in memory.';
  it('contains whole words before and after', () => {
    const [match] = findText(text, 'lighthouse');
    expect(match && around(text, match, 12)).toEqual({ before: 'the old ', match: 'lighthouse', after: ' went dark' });
  });

  it('includes the first word if the text begins exactly at the limit', () => {
    const [match] = findText('one two lighthouse', 'lighthouse');
    expect(match && around('one two lighthouse', match, 8).before).toBe('one two ');
    expect(match && around('one two lighthouse', match, 7).before).toBe('two ');
  });

  it('never begins or ends within a word', () => {
    const [match] = findText(text, 'lighthouse');
    expect(match && around(text, match, 14)).toMatchObject({ before: 'when the old ', after: ' went dark' });
    expect(match && around(text, match, 17)).toMatchObject({ before: 'when the old ', after: ' went dark for' });
  });

  it('includes the last word if the text ends exactly at the limit', () => {
    const [match] = findText('lighthouse went dark', 'lighthouse');
    expect(match && around('lighthouse went dark', match, 10).after).toBe(' went dark');
    expect(match && around('lighthouse went dark', match, 9).after).toBe(' went');
  });

  it('never splits a character in text without spaces', () => {
    const emoji = '海边😀的灯塔在😀黑暗';
    const [match] = findText(emoji, '灯塔');
    expect(match && around(emoji, match, 2)).toEqual({ before: '的', match: '灯塔', after: '在' });
    expect(match && around(emoji, match, 4)).toEqual({ before: '边😀的', match: '灯塔', after: '在😀黑' });
  });

  it('is one line without spaces at its ends', () => {
    const lines = '  The\n  old \n lighthouse  went  \n';
    const [match] = findText(lines, 'old lighthouse');
    expect(match && around(lines, match)).toEqual({ before: 'The ', match: 'old lighthouse', after: ' went' });
  });

  it('contains the whole text if the text is short', () => {
    const [match] = findText('The old lighthouse.', 'old');
    expect(match && around('The old lighthouse.', match)).toEqual({
      before: 'The ',
      match: 'old',
      after: ' lighthouse.',
    });
  });
});
