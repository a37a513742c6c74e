import { expect, it } from 'vitest';
import { counted, escapeHtml, excerpt } from '#src/lib/text.ts';

it.each([
  ['short', 10, 'short'],
  ['  one\n\ttwo  ', 10, 'one two'],
  ['one two', 7, 'one two'],
  ['four fivesix', 8, 'four fi…'],
  ['one two, - three four', 12, 'one two…'],
  ['one two three four', 12, 'one two…'],
  ['one two, three four', 10, 'one two…'],
  ['onetwothreefour', 8, 'onetwot…'],
  ['三体第一部地球往事', 5, '三体第一…'],
  ['a😀😀😀', 5, 'a😀…'],
  ['', 5, ''],
])('excerpt shortens %j to at most %i characters: %j', (text, length, expected) => {
  expect(excerpt(text, length)).toBe(expected);
});

it.each([
  ['Salt & Bone', 'Salt &amp; Bone'],
  ['<b title="x">', '&lt;b title=&quot;x&quot;&gt;'],
  ['&amp;', '&amp;amp;'],
  ["it's 三体 🌙", "it's 三体 🌙"],
  ['', ''],
])('escapeHtml converts %j to %j', (text, html) => {
  expect(escapeHtml(text)).toBe(html);
});

it.each([
  [counted(0, 'book'), '0 books'],
  [counted(1, 'book'), '1 book'],
  [counted(2, 'book'), '2 books'],
  [counted(1, 'entry', 'entries'), '1 entry'],
  [counted(2, 'entry', 'entries'), '2 entries'],
])('counted formats a number with its noun: "%s"', (text, expected) => expect(text).toBe(expected));
