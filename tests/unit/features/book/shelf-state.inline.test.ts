import { runInNewContext } from 'node:vm';
import { parseHTML } from 'linkedom';
import { describe, expect, it } from 'vitest';
import script from '#src/features/book/shelf-state.inline.ts?raw';

/** The data attributes that the script sets on the page of book 4. */
function marksOf(downloads: Readonly<Record<string, string | null>>): Record<string, string | undefined> {
  const { document } = parseHTML('<!doctype html><html><body><div data-shelf-book="4"></div></body></html>');
  runInNewContext(script, { document, localStorage: { getItem: (key: string) => downloads[key] ?? null } });
  return { ...document.documentElement.dataset };
}

describe('the pre-paint script for the shelf', () => {
  it.each([
    ['the book is on the shelf', JSON.stringify([{ book: { id: 3 } }, { book: { id: 4 } }]), true],
    ['only another book is on the shelf', JSON.stringify([{ book: { id: 3 } }]), false],
    ['nothing is stored', null, false],
    ['invalid JSON is stored', '{"a":', false],
    ['the stored value is not a list', '{"book":{"id":4}}', false],
    ['an entry is null', '[null]', false],
  ])('marks the book as on the shelf only if it is stored there: %s', (_what, downloads, marked) => {
    expect(marksOf({ 'lectern:shelf': downloads })).toEqual(marked ? { onShelf: '' } : {});
  });

  it.each([
    ['kept', { onDevice: '' }],
    ['keeping', {}],
    ['failed', {}],
  ])('marks the book as downloaded only in the state "kept": %s', (state, marks) => {
    const downloads = [
      { book: { id: 3 }, state: 'kept' },
      { book: { id: 4 }, state },
    ];
    expect(marksOf({ 'lectern:kept': JSON.stringify(downloads) })).toEqual(marks);
  });
});
