import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';

const read = (file: string, text: string | Uint8Array) =>
  readManuscript(typeof text === 'string' ? new TextEncoder().encode(text) : text, file);
const list = (file: string, text: string) =>
  read(file, text).chapters.map(({ title, part, kind, words }) => [title, part ?? '', kind, words]);

const MARKDOWN = `---
title: "The Raft"
author: Mara Lind, Bo Ek
language: en-GB
tags: [Sea, Storm]
description: Two on a raft.
identifier: raft-1
---
# The Raft

Before it all *began*.

## Prologue

Long ago.

## Chapter I: Off

One [two](https://example.org) three. <script>alert(1)</script>

### A heading within

Four.

## 2. On

![A map](map.png) Five.
`;

describe('the import of a Markdown file', () => {
  it('takes metadata from the YAML fields, and creates a chapter per heading of the first level that occurs repeatedly', () => {
    const book = read('raft.md', MARKDOWN);
    expect(book).toMatchObject({
      title: 'The Raft',
      authors: ['Mara Lind', 'Bo Ek'],
      language: 'en-GB',
      subjects: ['Sea', 'Storm'],
      description: 'Two on a raft.',
      identifier: 'raft-1',
    });
    expect(list('raft.md', MARKDOWN)).toEqual([
      ['The Raft', '', 'section', 4],
      ['Prologue', '', 'section', 2],
      ['Chapter 1: Off', '', 'chapter', expect.any(Number)],
      ['Chapter 2: On', '', 'chapter', 1],
    ]);
    const html = book.chapters.map((one) => one.html).join('');
    expect(html).toContain('<em>began</em>');
    expect(html).toContain('<a href="https://example.org" rel="nofollow noopener external">two</a>');
    expect(html).toContain('<h3>A heading within</h3>');
    expect(html).not.toMatch(/script|alert|img|map\.png/);
  });

  it('names a chapter after the book if the heading has no visible text', () => {
    const chapters = list('soup.md', '## Ford\n\nA lamp.\n\n## \u200b<!-- -->\n\nA weir.\n\n## \u00ad\n\nA raft.\n');
    expect(chapters.map(([title]) => title)).toEqual(['Ford', 'soup', 'soup']);
  });

  it('creates parts from headings that name both a part and a chapter', () => {
    expect(list('a.md', '## Book 1 - Chapter 1 - Ford\n\nA.\n\n## Book 2 - Chapter 2 - Mill\n\nB.\n')).toEqual([
      ['Chapter 1: Ford', 'Book 1', 'chapter', 1],
      ['Chapter 2: Mill', 'Book 2', 'chapter', 1],
    ]);
  });

  it('creates parts from the headings above chapters if they name parts', () => {
    const text = '# Part One\n\n## Chapter 1\n\nA.\n\n## Chapter 2\n\nB.\n\n# Part Two\n\n## Chapter 3\n\nC.\n';
    expect(list('a.md', text)).toEqual([
      ['Chapter 1', 'Part 1', 'chapter', 1],
      ['Chapter 2', 'Part 1', 'chapter', 1],
      ['Chapter 3', 'Part 2', 'chapter', 1],
    ]);
  });

  it('divides a text without headings at its horizontal rules if there are at least two', () => {
    expect(list('a-b.md', 'A.\n\n---\n\nB.\n\n---\n\nC.\n')).toEqual([
      ['Chapter 1', '', 'chapter', 1],
      ['Chapter 2', '', 'chapter', 1],
      ['Chapter 3', '', 'chapter', 1],
    ]);
    expect(list('a_short-one.md', 'A.\n\n---\n\nB.\n')).toEqual([['a short one', '', 'chapter', 2]]);
  });
});

describe('the import of an HTML page', () => {
  it('takes metadata from the head, and finds headings within containers', () => {
    const page = `<!doctype html><html lang="de"><head><title>Das Floß</title><meta name="author" content="Mara Lind">
      <meta name="keywords" content="Meer, Sturm"></head><body><div class="book"><section><h2>Kapitel 1</h2><p>Eins zwei.</p></section>
      <section><h2>Kapitel 2</h2><p onclick="x()">Drei.</p>lose</section></div></body></html>`;
    const book = read('x.html', page);
    expect(book).toMatchObject({
      title: 'Das Floß',
      authors: ['Mara Lind'],
      language: 'de',
      subjects: ['Meer', 'Sturm'],
    });
    expect(book.chapters.map(({ title, html }) => [title, html.trim()])).toEqual([
      ['Kapitel 1', '<p>Eins zwei.</p>'],
      ['Kapitel 2', '<p>Drei.</p><p>lose</p>'],
    ]);
  });

  it('combines the heading and subtitle in an hgroup into the title of a chapter', () => {
    const chapter = (number: string, title: string) =>
      `<section><hgroup><h3>${number}</h3><p>${title}</p></hgroup><p>One.</p></section>`;
    const page = `<title>Sea</title>${chapter('I', 'The Inn')}${chapter('II', 'Black Dog')}`;
    expect(list('x.html', page)).toEqual([
      ['Chapter 1: The Inn', '', 'chapter', 1],
      ['Chapter 2: Black Dog', '', 'chapter', 1],
    ]);
  });
});

describe('the import of a plain text file', () => {
  it('takes the title from the line above "by", creates a chapter per chapter heading and joins wrapped lines', () => {
    const text = `THE RAFT\r\nby Mara Lind\r\n\r\nCHAPTER I\r\n\r\nIt was a dark\r\nnight <b>.\r\n\r\n* * *\r\n\r\nChapter one is what he called it.\r\n\r\nChapter Two: The Sea\r\n\r\nCalm.\r\n\r\nEpilogue\r\n\r\nEnd.\r\n`;
    const book = read('raft.txt', text);
    expect(book).toMatchObject({ title: 'THE RAFT', authors: ['Mara Lind'], language: 'en' });
    expect(book.chapters.map(({ title, kind, html }) => [title, kind, html.replaceAll('\n', '')])).toEqual([
      ['Chapter 1', 'chapter', '<p>It was a dark night &lt;b&gt;.</p><hr /><p>Chapter one is what he called it.</p>'],
      ['Chapter 2: The Sea', 'chapter', '<p>Calm.</p>'],
      ['Epilogue', 'section', '<p>End.</p>'],
    ]);
  });

  it('creates one paragraph per line in a file without empty lines', () => {
    const [chapter] = read('a.txt', Array.from({ length: 60 }, (_, index) => `Line ${index}.`).join('\n')).chapters;
    expect(chapter?.html.match(/<p>/g)).toHaveLength(60);
  });

  it('decodes Windows-1252 and UTF-16', () => {
    expect(read('a.txt', new Uint8Array([0x46, 0x6c, 0x6f, 0xdf])).chapters[0]?.html).toBe('<p>Floß</p>');
    expect(read('a.txt', new Uint8Array([0xff, 0xfe, 0x41, 0, 0x42, 0])).chapters[0]?.html).toBe('<p>AB</p>');
  });
});

describe('the identifier of a manuscript', () => {
  it('depends on its title and authors or on its declared identifier, but not on its text', () => {
    const id = (text: string) => read('a.md', text).identifier;
    const head = (title: string) => `---\ntitle: ${title}\nauthor: A\n---\n`;
    expect(id(`${head('Moon')}One.`)).toBe(id(`${head('Moon')}Another.`));
    expect(id(`${head('Moon')}One.`)).not.toBe(id(`${head('Sun')}One.`));
    const declared = (title: string) => `---\ntitle: ${title}\nidentifier: urn:example:moon\n---\n`;
    expect(id(`${declared('Moon')}One.`)).toBe(id(`${declared('Sun')}Another.`));
    expect(id(`${declared('Moon')}One.`)).not.toBe(id(`${head('Moon')}One.`));
    const [one, other] = [read('a.md', `${head('Moon')}One.`), read('a.md', `${head('Moon')}Two.`)];
    expect(one.fingerprint).not.toBe(other.fingerprint);
  });
});

describe('readManuscript', () => {
  it.each([
    ['a file without a text', 'a.txt', ' \n\n ', /no text/],
    ['a file with zero bytes', 'a.txt', 'a\0b', /zero bytes/],
    ['a file that is too large', 'a.txt', 'x'.repeat(8 * 1024 * 1024 + 1), /the limit is 8 MiB/],
    ['a paragraph longer than a chapter may be', 'a.txt', 'word '.repeat(110_000), /no paragraphs at which/],
    ['a file nested too deeply', 'a.html', '<div>'.repeat(20_000), /nested deeper/],
  ])('rejects %s', (_name, file, text, message) => {
    expect(() => read(file, text)).toThrow(message);
  });

  it('divides a chapter that is too long between paragraphs', () => {
    const chapters = list('a.txt', `${'word '.repeat(500)}\n\n`.repeat(230));
    expect(chapters.map(([title]) => title)).toEqual(['a', 'a (2)']);
  });
});
