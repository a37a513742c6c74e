import { describe, expect, it } from 'vitest';
import type { NotebookFormat, NotebookWords } from '#src/features/notebook/state/notebook-file.ts';
import { loadStores, memoryPlatform } from '../../../shell/state/memory-platform.ts';
import { bookmark, highlight, MOON } from './marks-fixture.ts';

const WORDS: NotebookWords = {
  tag: 'en-US',
  notebook: 'Notebook',
  bookmark: 'Bookmark',
  note: 'Note',
  open: 'Open in the book',
  colours: { yellow: 'Yellow', green: 'Green', blue: 'Blue', rose: 'Rose' },
  addressOf: ({ chapter }) => `https://site.example/book-reader/4/${chapter.id}#at=(1)`,
};
const MARKS = [
  highlight(1, 1, { text: 'So it goes.\nAlways.', note: 'Ask Ann.\nOr Ben.' }),
  bookmark(2, 2, { text: 'The tide' }),
];

async function write(format: NotebookFormat, marks = MARKS as readonly (typeof MARKS)[number][], book = MOON) {
  const platform = memoryPlatform();
  const stores = await loadStores(platform);
  const { notebookFile } = await import('#src/features/notebook/state/notebook-file.ts');
  return { ...notebookFile(format, book, marks, WORDS), stores };
}

describe('a notebook file', () => {
  it.each([
    ['md', 'Moon - Notebook.md', 'text/markdown;charset=utf-8'],
    ['txt', 'Moon - Notebook.txt', 'text/plain;charset=utf-8'],
    ['json', 'Moon - Notebook.json', 'application/json;charset=utf-8'],
  ] as const)('in the format %s has the file name "%s"', async (format, name, type) => {
    expect(await write(format)).toMatchObject({ name, type });
  });

  it('is named after the id of the book if the title is not a valid file name', async () => {
    expect((await write('txt', MARKS, { ...MOON, title: '???' })).name).toBe('4 - Notebook.txt');
  });

  it('is Markdown with a heading for each chapter', async () => {
    expect((await write('md')).text).toBe(`# Moon

Notebook · May 1, 2026

## Chapter 1

> So it goes.
> Always.

**Note:** Ask Ann.  
Or Ben.

Yellow · Apr 1, 2026 · [Open in the book](<https://site.example/book-reader/4/41#at=(1)>)

## Chapter 2

> The tide

Bookmark · Apr 1, 2026 · [Open in the book](<https://site.example/book-reader/4/42#at=(1)>)
`);
  });

  it('escapes Markdown and HTML in quoted text and notes', async () => {
    const text = '<b>*one* _two_ `three` [four](five)\n# six\n- seven\n8. eight\n&amp; \\n';
    const { text: written } = await write('md', [highlight(1, 1, { text, note: '= nine' })]);
    expect(written).toContain(`> \\<b\\>\\*one\\* \\_two\\_ \\\`three\\\` \\[four\\](five)
> \\# six
> \\- seven
> 8\\. eight
> \\&amp; \\\\n`);
    expect(written).toContain('**Note:** \\= nine');
  });

  it('is readable plain text', async () => {
    expect((await write('txt')).text).toBe(`Moon
====

Notebook · May 1, 2026

Chapter 1
---------

“So it goes.
Always.”
    Note: Ask Ann.
    Or Ben.
    Yellow · Apr 1, 2026

Chapter 2
---------

“The tide”
    Bookmark · Apr 1, 2026
`);
  });

  it.each(['md', 'txt'] as const)('isolates lines with letters of the other direction: %s', async (format) => {
    const { text } = await write(format, [highlight(1, 1, { text: 'הנהר, 1', note: 'Ask Ann.\nשאל את אן!' })]);
    expect(text).toContain('\u2068הנהר, 1\u2069');
    expect(text).toMatch(/Note:(?:\*\*)? Ask Ann\.\s+\u2068שאל את אן!\u2069/);
    expect(text.match(/[\u2066-\u2069]/g)).toHaveLength(4);
  });

  it('marks a passage with an ellipsis if only its beginning is stored', async () => {
    const { text } = await write('txt', [highlight(1, 1, { text: 'x'.repeat(500) })]);
    expect(text).toContain(`${'x'.repeat(500)}…”`);
  });

  it('is JSON in the library format and can be imported again', async () => {
    const { text, stores } = await write('json');
    expect(JSON.parse(text)).toEqual({
      lectern: 1,
      exported_at: '2026-05-01T12:00:00.000Z',
      book: MOON,
      items: MARKS.map((mark) => ({ kind: 'mark', id: mark.id, at: Date.parse(mark.updated_at), value: mark })),
    });
    expect(stores.transfer.importLibrary(text)).toEqual({ problem: null, applied: 2, broken: 0 });
    expect(stores.local.$marks.get().map(({ id }) => id)).toEqual(['mark-0002', 'mark-0001']);
  });
});
