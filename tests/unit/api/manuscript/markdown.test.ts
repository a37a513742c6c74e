import { describe, expect, it } from 'vitest';
import { readManuscript } from '#src/api/manuscript/index.ts';

const read = (text: string) => readManuscript(new TextEncoder().encode(text), 'raft.md');
const htmlOf = (text: string) => read(text).chapters.map(({ html }) => html.replaceAll(/\n|&nbsp;|\u00a0/g, ''));

describe('the metadata fields of a Markdown file', () => {
  it('may use any YAML, such as lists of authors, folded and literal blocks, a closing line of dots and a byte order mark', () => {
    const text = `\ufeff---
title: |
  The
  Raft
author:
  - Mara Lind, PhD
  - name: Bo Ek
lang: en-gb
abstract: >
  Two on
  a raft.

  And more.
keywords: [sea, storm]
...
One.
`;
    expect(read(text)).toMatchObject({
      title: 'The Raft',
      authors: ['Mara Lind, PhD', 'Bo Ek'],
      language: 'en-GB',
      description: 'Two on a raft.\nAnd more.',
      subjects: ['sea', 'storm'],
      chapters: [{ html: '<p>One.</p>' }],
    });
  });

  it('may contain an unquoted colon', () => {
    expect(read('---\ntitle: The Raft: A Tale\nauthor: Mara Lind; Bo Ek\n---\nOne.\n')).toMatchObject({
      title: 'The Raft: A Tale',
      authors: ['Mara Lind', 'Bo Ek'],
    });
  });

  it('may be a Pandoc title block', () => {
    const text = '% The Raft\n  of Two\n% Mara Lind; Bo Ek\n  Tom Rook\n% 2020\n\nOne.\n';
    expect(read(text)).toMatchObject({
      title: 'The Raft of Two',
      authors: ['Mara Lind', 'Bo Ek', 'Tom Rook'],
      chapters: [{ html: '<p>One.</p>' }],
    });
  });

  it('are treated as text if they are not YAML fields, and rejected if the YAML is invalid', () => {
    expect(htmlOf('---\nOnce upon a time.\n\n---\n')[0]).toContain('Once upon a time.');
    expect(() => read('---\ntitle: [a\nauthor: "b\n---\nOne.\n')).toThrow(/not valid YAML \(line \d/);
  });
});

describe('the import of text from a Markdown file', () => {
  it('removes anchors from headings, and keeps links between chapters', () => {
    const { chapters } = read(
      '# Fog {#ch1 .x key=val}\n\nSee [two](#the-second-one).\n\n# The Second: One!\n\n[back](#ch1), [lost](#none)\n\n# Interlude {-}\n\nA.\n',
    );
    expect(chapters.map(({ title, kind }) => [title, kind])).toEqual([
      ['Fog', 'chapter'],
      ['The Second: One!', 'chapter'],
      ['Interlude', 'chapter'],
    ]);
    expect(chapters[1]?.html).toBe('<p><a href="epub-chapter:0">back</a>, <a>lost</a></p>');
  });

  it('treats headings marked as unnumbered as sections, except chapter headings', () => {
    const { chapters } = read('# Fog\n\nA.\n\n# Rain {.unnumbered}\n\nB.\n\n# Chapter 3 {.unnumbered}\n\nC.\n');
    expect(chapters.map(({ title, kind }) => [title, kind])).toEqual([
      ['Fog', 'chapter'],
      ['Rain', 'section'],
      ['Chapter 3', 'chapter'],
    ]);
  });

  it('places each note below the chapter that refers to it, with links in both directions', () => {
    const [one, two] = htmlOf(
      '# One\n\nA[^a] b^[*In*line.]^[Next.].\n\n# Two\n\nC.[^b] D.[^a]\n\n[^a]: First.\n\n    Second.\n\n[^b]: Other, see [one](#one).\n',
    );
    expect(one).toContain('A<sup><a class="text-note-ref" href="#b-0-fn1" id="b-0-fnref1">[1]</a></sup>');
    expect(one).toContain(
      '<aside class="text-note" id="b-0-fn1"><p><a class="text-note-back" href="#b-0-fnref1">[1]</a> First.</p><p>Second.',
    );
    expect(one).toMatch(/\[2\]<\/a> <em>In<\/em>line\..*\[3\]<\/a> Next\./);
    expect(one).not.toContain('Other');
    expect(two).toMatch(
      /href="#b-0-fn4" .*href="epub-chapter:0#b-0-fn1" .*>\[1\]<.*Other, see <a href="epub-chapter:0">/,
    );
  });

  it('removes note references from titles, and keeps the notes', () => {
    const book = read('# Fog[^a]\n\nA.\n\n# Two\n\nB.\n\n[^a]: Note.\n');
    expect(book.chapters[0]).toMatchObject({ title: 'Fog', html: expect.stringContaining('Note.') });
  });

  it('keeps tables, and the lines of line blocks', () => {
    const [html] = htmlOf('| Roses are\n|   red,\n  indeed\n|\n| Blue\n\n| a | b |\n|---|---|\n| 1 | 2 |\n');
    expect(html).toContain(
      '<p class="text-verse"><span class="text-line">Roses are</span><br /><span class="text-line text-indent-1">red, indeed</span><br />' +
        '<span class="text-line"></span><br /><span class="text-line">Blue</span></p>',
    );
    expect(html).toContain('<td>1</td><td>2</td>');
  });

  it('supports superscript, subscript, strikethrough, small caps, line breaks, fenced divs and definition lists', () => {
    const [html] = htmlOf(
      'H~2~O x^2^ ~~no~~ [abc]{.smallcaps} "a" -- ...\\\nnext\n\n::: {.letter}\nDear\n:::\n\n::: note\nAnn\n:::\n\nTerm\n:   What it is\n',
    );
    expect(html).toBe(
      '<p>H<sub>2</sub>O x<sup>2</sup> <s>no</s> <span class="text-small-caps">abc</span> "a" -- ...<br />next</p>' +
        '<p>Dear</p><p>Ann</p><dl><dt>Term</dt><dd>What it is</dd></dl>',
    );
  });

  it('fails if the text is nested too deeply', () => {
    expect(htmlOf(`${'> '.repeat(60)}A.\n`)[0]).toContain('<p>A.</p>');
    expect(() => htmlOf(`${'>'.repeat(500)}A.\n`)).toThrow(/nested deeper .* 400 levels/);
  });

  it('supports setext headings, and turns URLs with a protocol into links', () => {
    const { chapters } = read('Fog\n===\n\nhttps://example.org/a readme.md\n\nRain\n===\n\nB.\n');
    expect(chapters.map(({ title }) => title)).toEqual(['Fog', 'Rain']);
    expect(chapters[0]?.html).toBe(
      '<p><a href="https://example.org/a" rel="nofollow noopener external">https://example.org/a</a> readme.md</p>',
    );
  });
});

describe('implicit references to headings', () => {
  it('link to the first heading with their text, unless their text is a defined link or a number', () => {
    const text = `# 7

See [The *Ford*], [the mill][the ford], [Mill][] and [7], not [Weir].

[mill]: https://example.org/

# The *Ford* {#crossing}

[7][]

# Mill

End.`;
    const html = htmlOf(text).join('');
    expect(html).toContain(
      'See <a href="epub-chapter:1">The <em>Ford</em></a>, [the mill][the ford], <a href="https://example.org/" rel="nofollow noopener external">Mill</a> and [7], not [Weir].',
    );
  });
});
