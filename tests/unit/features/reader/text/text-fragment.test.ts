import { describe, expect, it } from 'vitest';
import {
  locatorFragment,
  passageFragment,
  readFragment,
  wordFragment,
} from '#src/features/reader/text/text-fragment.ts';

const start = { block: 3, offset: 12, hash: '0123abcd' };
const end = { block: 4, offset: 7, hash: 'ffff0000' };

it('fragments replace an unpaired surrogate in their text', () => {
  expect(readFragment(wordFragment('a\ud83d'))).toEqual({ kind: 'word', word: 'a\ufffd' });
  expect(passageFragment(start, end, '\ude00a')).toMatch(/:~:text=%EF%BF%BDa$/);
});

describe('the fragment of a passage', () => {
  it('can be parsed with or without its text directive', () => {
    const fragment = passageFragment(start, end, 'well, well-known');
    expect(fragment).toBe('#at=3.12.0123abcd-4.7.ffff0000:~:text=well%2C%20well%2Dknown');
    expect(readFragment(fragment)).toEqual({ kind: 'passage', start, end });
    expect(readFragment('#at=3.12.0123abcd-4.7.ffff0000')).toEqual({ kind: 'passage', start, end });
    expect(readFragment('#at=1234567.0.0123abcd-1234567.7654321.ffff0000')).toEqual({
      kind: 'passage',
      start: { block: 1_234_567, offset: 0, hash: '0123abcd' },
      end: { block: 1_234_567, offset: 7_654_321, hash: 'ffff0000' },
    });
    expect(readFragment(locatorFragment(start))).toEqual({ kind: 'passage', start, end: start });
  });

  it('contains its text on one line, with collapsed white space', () => {
    expect(passageFragment(start, end, ' one\n  two ')).toMatch(/:~:text=one%20two$/);
  });

  it.each([
    [
      'one two three four five six seven eight nine ten eleven twelve thirteen',
      'one two three four five six,eight nine ten eleven twelve thirteen',
    ],
    ['一二三四五六七八九十一二三四五六七八九十一二三四五', '一二三四五六七八九十一二,四五六七八九十一二三四五'],
  ])('contains only the beginning and the end of a long text', (text, ends) => {
    const [, directive = ''] = passageFragment(start, end, text).split(':~:text=');
    expect(decodeURIComponent(directive)).toBe(ends);
  });

  it.each([
    'one two three four five six seven eight nine ten eleven twelve',
    '一二三四五六七八九十一二三四五六七八九十一二三四',
  ])('contains a text of twelve words or 24 characters in full: %s', (text) => {
    const [, directive = ''] = passageFragment(start, end, text).split(':~:text=');
    expect(decodeURIComponent(directive)).toBe(text);
  });
});

describe('readFragment', () => {
  it('returns the word that a search link contains', () => {
    expect(readFragment(wordFragment('old & "new"'))).toEqual({ kind: 'word', word: 'old & "new"' });
  });

  it.each([
    '',
    '#',
    '#c-note-1',
    '#at=',
    '#at=1.2.3',
    '#at=3.12.0123abcd',
    '#find=',
    '#find=%',
    '#find=%20',
    '#at=x-y',
    '#at=3.12.0123abcd-x',
    '#on=3.12.0123abcd-4.7.ffff0000',
    '#at=x3.12.0123abcd-4.7.ffff0000',
    '#at=3.12.0123abcdx-4.7.ffff0000',
  ])('ignores %j', (hash) => expect(readFragment(hash)).toBeNull());
});
