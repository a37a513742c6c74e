import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('../../../../src/browser/inline/shelf-state.js', import.meta.url), 'utf8');

function isMarked(kept: string | null): boolean {
  const { document } = parseHTML('<!doctype html><html><body><div data-shelf-book="4"></div></body></html>');
  runInNewContext(script, { document, localStorage: { getItem: () => kept } });
  return document.documentElement.dataset['onShelf'] !== undefined;
}

describe('the script for the shelf', () => {
  it.each([
    ['the book is on it', JSON.stringify([{ book: { id: 3 } }, { book: { id: 4 } }]), true],
    ['another book is', JSON.stringify([{ book: { id: 3 } }]), false],
    ['nothing is kept', null, false],
    ['junk is kept', '{"a":', false],
    ['no list is kept', '{"book":{"id":4}}', false],
    ['an entry is nothing', '[null]', false],
  ])('marks the page where %s', (_what, kept, marked) => {
    expect(isMarked(kept)).toBe(marked);
  });
});
