// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import script from '#src/features/library/last-read.inline.ts?raw';

const entry = (id: number, chapter: number | null) => ({ book: { id }, chapter: chapter && { id: chapter } });

afterEach(() => localStorage.clear());

it.each([
  [
    'the chapter read last',
    JSON.stringify([entry(5, null), entry(4, 41), entry(3, 31)]),
    '/book-reader',
    '/book-reader/4/41',
  ],
  [
    'the chapter read last, in the language of the URL',
    JSON.stringify([entry(4, 41)]),
    '/es/book-reader',
    '/es/book-reader/4/41',
  ],
  ['the history if nothing was read', '[]', '/book-reader', '/history'],
  ['the history, in the language of the URL', '[]', '/es/book-reader', '/es/history'],
  ['the history if stored data is damaged', '{"a":', '/book-reader', '/history'],
  [
    'the history if an entry is invalid',
    '[{"book":{"id":"x"},"chapter":{"id":"../../.."}}]',
    '/book-reader',
    '/history',
  ],
])('the reader URL without a book redirects to %s', (_what, list, path, to) => {
  localStorage.setItem('readlogList', list);
  const replace = vi.fn();
  new Function('location', 'localStorage', script)({ pathname: path, replace }, localStorage);
  expect(replace.mock.calls).toEqual([[to]]);
});
