import { expect, it } from 'vitest';
import { bookHref, isBookFragment } from '#src/contract/chapter/book-href.ts';

const href = (link: string) => bookHref(link, (id) => `/book-reader/1/${id}`);

it.each([
  ['#note-1', '#c-note-1'],
  ['chapter:12', '/book-reader/1/12#top'],
  ['chapter:12#note-1', '/book-reader/1/12#c-note-1'],
  ['#', undefined],
  ['chapter:x', undefined],
  ['chapter:12#', undefined],
  ['chapter:12#a b', undefined],
  ['chapter:1234567890123456', undefined],
  ['a chapter:12', undefined],
  ['https://example.com/#a', undefined],
])('the link %j in a book resolves to %s', (link, expected) => {
  expect(href(link)).toBe(expected);
});

it.each([
  ['#top', true],
  ['#c-note-1', true],
  ['#topic', false],
  ['#note-1', false],
  ['', false],
])('isBookFragment for the fragment %j returns %s', (hash, expected) => {
  expect(isBookFragment(hash)).toBe(expected);
});
