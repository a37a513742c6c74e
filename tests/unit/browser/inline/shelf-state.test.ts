import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';

const script = readFileSync(new URL('../../../../src/browser/inline/shelf-state.js', import.meta.url), 'utf8');

/** What the script writes into the page of book 4. */
function marksOf(kept: Readonly<Record<string, string | null>>): Record<string, string | undefined> {
  const { document } = parseHTML('<!doctype html><html><body><div data-shelf-book="4"></div></body></html>');
  runInNewContext(script, { document, localStorage: { getItem: (key: string) => kept[key] ?? null } });
  return { ...document.documentElement.dataset };
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
    expect(marksOf({ 'lectern:shelf': kept })).toEqual(marked ? { onShelf: '' } : {});
  });

  it.each([
    ['kept', { onDevice: '' }],
    ['keeping', {}],
    ['failed', {}],
  ])('marks the page of a book on this device as that where it is %s', (state, marks) => {
    const kept = [
      { book: { id: 3 }, state: 'kept' },
      { book: { id: 4 }, state },
    ];
    expect(marksOf({ 'lectern:kept': JSON.stringify(kept) })).toEqual(marks);
  });
});
