// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const script = readFileSync(join(import.meta.dirname, '../../../../src/browser/inline/last-read.js'), 'utf8');
const entry = (id: number, chapter: number | null) => ({ book: { id }, chapter: chapter && { id: chapter } });

afterEach(() => localStorage.clear());

it.each([
  [
    'the chapter read last',
    JSON.stringify([entry(5, null), entry(4, 41), entry(3, 31)]),
    '/book-reader',
    '/book-reader/4/41',
  ],
  ['that of a language', JSON.stringify([entry(4, 41)]), '/es/book-reader', '/es/book-reader/4/41'],
  ['the history where nothing was read', '[]', '/book-reader', '/history'],
  ['the history of a language', '[]', '/es/book-reader', '/es/history'],
  ['the history where what was kept is damaged', '{"a":', '/book-reader', '/history'],
  [
    'the history where an entry is none',
    '[{"book":{"id":"x"},"chapter":{"id":"../../.."}}]',
    '/book-reader',
    '/history',
  ],
])('leads to %s', (_what, list, path, to) => {
  localStorage.setItem('readlogList', list);
  const replace = vi.fn();
  new Function('location', 'localStorage', script)({ pathname: path, replace }, localStorage);
  expect(replace.mock.calls).toEqual([[to]]);
});
