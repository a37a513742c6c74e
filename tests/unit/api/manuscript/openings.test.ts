import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';

const read = (text: string, file = 'raft.md') => readManuscript(new TextEncoder().encode(text), file);
const titlesOf = (text: string, file?: string) => read(text, file).chapters.map(({ title }) => title);
const CHAPTERS = '## One\n\nFirst.\n\n## Two\n\nSecond.\n';
const PROSE = `${'She walked along the quay, and then she turned back to the house without a word. '.repeat(3)}\n\n`;
const withHeadings = (...headings: string[]) =>
  ['The Raft', ...headings.flatMap((heading) => [heading, PROSE.repeat(3).trim()])].join('\n\n');

describe('TOML front matter', () => {
  it('sets the fields of the book, also those in the tables of Hugo and Zola', () => {
    const text = `+++
title = "The Raft"
authors = ["Mara Lind", "Bo Ek"]
date = 2020-01-02T10:00:00Z
weight = 3
description = """
Two on a raft."""
[taxonomies]
tags = ["sea", "storm"]
[extra]
lang = "en-gb"
+++

One.
`;
    expect(read(text)).toMatchObject({
      title: 'The Raft',
      authors: ['Mara Lind', 'Bo Ek'],
      language: 'en-GB',
      description: 'Two on a raft.',
      subjects: ['sea', 'storm'],
      chapters: [{ html: '<p>One.</p>' }],
    });
  });

  it('is rejected with its line if it is invalid, and is text if it has no fields', () => {
    expect(() => read('+++\ntitle = "The\nauthor = 3\n+++\nOne.\n')).toThrow(/not valid TOML \(line 2\)/);
    expect(read('+++\n\nOnce upon a time.\n\n+++\n\nThe end.\n').chapters[0]?.html).toContain('Once upon a time.');
  });
});

describe('the opening of Markdown and HTML', () => {
  it.each([
    ['*by Mara Lind*', ['Mara Lind']],
    ['by **Mara Lind** and Bo Ek', ['Mara Lind', 'Bo Ek']],
    ['### by Mara Lind', ['Mara Lind']],
    ['von Mara Lind', ['Mara Lind']],
  ])('takes the authors from "%s" below the title', (line, authors) => {
    const book = read(`# The Raft\n\n${line}\n\n${CHAPTERS}`);
    expect(book).toMatchObject({ title: 'The Raft', authors });
    expect(book.chapters.map(({ html }) => html)).toEqual(['<p>First.</p>', '<p>Second.</p>']);
  });

  it('takes the authors from HTML unless its head names them', () => {
    const page = (head: string) =>
      `<head><title>The Raft</title>${head}</head><body><main><h1>The Raft</h1><p>by Mara Lind</p><h2>One</h2><p>First.</p><h2>Two</h2><p>Second.</p></main></body>`;
    expect(read(page(''), 'raft.html').authors).toEqual(['Mara Lind']);
    expect(read(page('<meta name="author" content="M. Lind">'), 'raft.html').authors).toEqual(['M. Lind']);
  });

  it.each(['By the river stood a house.', 'By noon, the raft was gone and nobody had seen it leave!', 'Of the sea.'])(
    'keeps the sentence "%s"',
    (sentence) => {
      const book = read(`# The Raft\n\n${sentence}\n\n${CHAPTERS}`);
      expect(book.authors).toEqual([]);
      expect(book.chapters[0]?.html).toContain(sentence);
    },
  );

  it.each([
    ['links', '- [One](#one)\n- [Two](#two)\n'],
    ['links below a heading', '## Contents\n\n1. [One](#one)\n2. [Two](#two)\n'],
    ['titles below a bold line', '**Table of Contents**\n\n- One\n- Two\n'],
    ['nested links', '- [One](#one)\n    - [A scene](#scene)\n- [Two](#two)\n'],
  ])('leaves out a contents list of %s, and reports it', (_name, list) => {
    const book = read(`# The Raft\n\n${list}\n${CHAPTERS}`);
    expect(book.chapters.map(({ html }) => html)).toEqual(['<p>First.</p>', '<p>Second.</p>']);
    expect(book.leftOut).toEqual([expect.objectContaining({ what: 'Contents list', sample: 'One' })]);
  });

  it('keeps other lists, and lists within the text', () => {
    expect(read(`# The Raft\n\n- a rope\n- a sail\n\n${CHAPTERS}`).chapters[0]?.html).toContain('<li>a rope</li>');
    const later = `# The Raft\n\n## One\n\nFirst.\n\n- [One](#one)\n- [Two](#two)\n\n## Two\n\nSecond.\n`;
    expect(read(later).chapters[0]?.html).toContain('<li>');
  });

  it('takes the title from a heading of the same level as the chapters, if no text follows it', () => {
    expect(read('# The Raft\n\n# One\n\nFirst.\n\n# Two\n\nSecond.\n')).toMatchObject({ title: 'The Raft' });
    expect(read('# Dawn\n\nText.\n\n# One\n\nFirst.\n\n# Two\n\nSecond.\n')).toMatchObject({ title: 'raft' });
  });
});

describe('headings of plain text', () => {
  const FERRY = [...Array.from({ length: 10 }, (_, at) => `Ferry 1.${at + 1}`), 'Ebb Tide 2.1', 'Ebb Tide 2.2'];
  const SERIES: readonly (readonly [headings: readonly string[], titles: readonly string[]])[] = [
    [
      ['Ch 1/3', 'Ch 2/3', 'Ch 3/3'],
      ['Chapter 1', 'Chapter 2', 'Chapter 3'],
    ],
    [
      ['Chapter 1 of 2: Dawn', 'Chapter 2 of 2: Dusk'],
      ['Chapter 1: Dawn', 'Chapter 2: Dusk'],
    ],
    [
      ['1.1', '1.2', '2.1', '2.2'],
      ['1.1', '1.2', '2.1', '2.2'],
    ],
    [
      ['1.1 Dawn', '1.2 Noon', '2.1 Dusk'],
      ['1.1: Dawn', '1.2: Noon', '2.1: Dusk'],
    ],
    [FERRY, FERRY],
  ];

  it.each(SERIES)('begin chapters: %j', (headings, titles) => {
    expect(titlesOf(withHeadings(...headings), 'raft.txt')).toEqual(titles);
  });

  it.each([
    [['Version 1.1', 'Version 2.4', 'Version 7.3']],
    [['Chapter 1/2 cup of sugar', 'Chapter 3 of the book']],
    [['The score was 3.1', 'It was 1.1', 'Then 9.2']],
  ])('are not lines such as %j', (lines) => {
    expect(titlesOf(withHeadings(...lines), 'raft.txt')).toHaveLength(1);
  });
});

describe('a page downloaded from Archive of Our Own', () => {
  const page = (chapters: string) => `<html><head><title>The Raft - MaraL - Boats</title></head><body>
<div id="preface"><h2 class="toc-heading">Preface</h2>
<p class="message">Posted originally on the <a href="http://archiveofourown.org/">Archive of Our Own</a>.</p>
<div class="meta"><dl class="tags"><dt>Rating:</dt><dd><a href="/r">Teen And Up Audiences</a></dd>
<dt>Fandom:</dt><dd><a href="/f">Boats</a></dd>
<dt>Additional Tags:</dt><dd><a href="/a">Sea</a>, <a href="/b">Found Family</a></dd>
<dt>Stats:</dt><dd>Published: 2021-01-02 Words: 4,000 Chapters: 2/2</dd></dl>
<h1>The Raft</h1><div class="byline">by <a rel="author" href="/users/MaraL">MaraL</a></div>
<p>Summary</p><blockquote class="userstuff"><p>Two people on a raft.</p><p>And a storm.</p></blockquote>
<p>Notes</p><blockquote class="userstuff"><p>Thanks to my beta.</p></blockquote></div></div>
<div id="chapters" class="userstuff">${chapters}</div>
<div id="afterword"><h2 class="toc-heading">Afterword</h2><div class="meta"><div id="endnotes"><p>End Notes</p>
<blockquote class="userstuff"><p>More soon.</p></blockquote></div>
<p class="message">Please <a href="/c">drop by the Archive and comment</a>!</p></div></div></body></html>`;
  const two = page(`<div class="meta group"><h2 class="heading">Chapter 1: The Sea</h2><p>Chapter Notes</p>
<blockquote class="userstuff"><p>A short one.</p></blockquote></div><div class="userstuff"><p>The sea was calm.</p></div>
<div class="meta group"><h2 class="heading">Chapter 2: The Storm</h2></div><div class="userstuff"><p>It came.</p></div>`);

  it('fills the fields of the book', () => {
    expect(read(two, 'raft.html')).toMatchObject({
      title: 'The Raft',
      authors: ['MaraL'],
      description: 'Two people on a raft.\nAnd a storm.',
      subjects: ['Boats', 'Sea', 'Found Family'],
    });
  });

  it('keeps all notes, and names in the report what it leaves out', () => {
    const { chapters, leftOut } = read(two, 'raft.html');
    expect(chapters.map(({ kind, title }) => [kind, title])).toEqual([
      ['section', 'Preface'],
      ['chapter', 'Chapter 1: The Sea'],
      ['chapter', 'Chapter 2: The Storm'],
      ['section', 'Afterword'],
    ]);
    const texts = chapters.map(({ html }) => html);
    expect(texts[0]).toBe('<p>Thanks to my beta.</p>');
    expect(texts[1]).toContain('A short one.');
    expect(texts[3]).toBe('<p>More soon.</p>');
    expect(texts.join('')).not.toMatch(/Archive|Teen And Up|Words: 4,000/);
    expect(leftOut).toEqual([
      { what: 'Fields and messages of Archive of Our Own', count: 4, sample: 'Rating: Teen And Up Audiences' },
    ]);
  });

  it('may have a single chapter', () => {
    const { title, chapters } = read(page('<p>The sea was calm.</p>'), 'raft.html');
    expect(title).toBe('The Raft');
    expect(chapters.map(({ html }) => html).join('')).toContain('The sea was calm.');
  });
});
