import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseHTML } from 'linkedom';
import { afterEach, describe, expect, it } from 'vitest';
import { countLinkedNotes, countNotes } from '../../../../scripts/bench/fidelity/notes.ts';
import { countPictures } from '../../../../scripts/bench/fidelity/pictures.ts';
import type { ShownChapter } from '../../../../scripts/bench/fidelity/shown-book.ts';
import { readSourceBook, type SourceBook } from '../../../../scripts/bench/fidelity/source-book.ts';
import { compareWords, wordsOf } from '../../../../scripts/bench/fidelity/words.ts';
import { makeEpub } from '../../api/epub/make-epub.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function sourceOf(documents: Record<string, string>): SourceBook {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-fidelity-'));
  folders.push(folder);
  writeFileSync(join(folder, 'book.epub'), makeEpub({ documents }));
  return readSourceBook(join(folder, 'book.epub'));
}

function shown(path: string, html: string): ShownChapter {
  const { document: page } = parseHTML(`<body><div class="reader-text">${html}</div></body>`);
  const body = page.querySelector('.reader-text');
  if (!body) throw new Error('The chapter has no text.');
  return { path, title: 'Chapter 1: The Weir', part: '', page, body };
}

const SOURCE =
  '<h2>I. The Weir</h2><p>It was <em>l</em>ate and it rained all the long night on the weir.</p><p>Ann slept on.</p>';

function differenceOf(html: string) {
  const words = sourceOf({ 'one.xhtml': SOURCE }).documents.flatMap(({ body }) => wordsOf(body));
  const ours = wordsOf(shown('/1', html).body).map(({ text }) => text);
  return compareWords(words, ours, ['Chapter 1: The Weir']);
}

describe('compareWords in the import benchmark', () => {
  it('reports no difference if a heading has become a title', () => {
    const html = '<p>It was <i>l</i>ate and it rained all the long night on the weir.</p><p>Ann slept on.</p>';
    expect(differenceOf(html)).toEqual({ lost: [], doubled: [] });
  });

  it('reports lost and duplicated words', () => {
    const html = '<p>It was late and it all the long night on on the weir.</p><p>Ann slept on.</p><p>Ann slept on.</p>';
    expect(differenceOf(html)).toEqual({ lost: ['rained'], doubled: ['on', 'Ann', 'slept', 'on.'] });
  });

  it('reports words that were joined by mistake, and headings without text', () => {
    const html = '<p>It was late and it rained all the long night on the weir.Ann slept on.</p>';
    expect(differenceOf(html)).toEqual({ lost: ['weir.', 'Ann'], doubled: ['weir.Ann'] });
    const words = sourceOf({ 'one.xhtml': SOURCE }).documents.flatMap(({ body }) => wordsOf(body));
    expect(
      compareWords(
        words,
        words.slice(3).map(({ text }) => text),
        ['Chapter 1'],
      ).lost,
    ).toEqual(['The', 'Weir']);
  });

  it('accepts headings whose label or number is a separate word, and text that begins like its heading', () => {
    const words = (html: string) => wordsOf(shown('/1', html).body);
    const compare = (source: string, ours: string, title: string) =>
      compareWords(
        words(source),
        words(ours).map(({ text }) => text),
        [title],
      );
    const text = '<p>Seventy years she sat on the sands and sang of it.</p>';
    expect(compare(`<h2>Chapter</h2><h2>I</h2>${text}`, text, 'Chapter 1').lost).toEqual([]);
    expect(compare(`<h2>Seventy Sands</h2>${text}`, text, 'Seventy Sands').lost).toEqual([]);
    expect(compare(`<h2>Sands</h2><p>Sands are</p>${text}`, text, 'Sands').lost).toEqual(['Sands', 'are']);
  });
});

describe('readSourceBook', () => {
  it('ignores imprint documents and page numbers', () => {
    const { documents, leftOut } = sourceOf({
      'imprint.xhtml': '<section epub:type="imprint"><p>Printed</p></section>',
      'one.xhtml': `<p>It <span epub:type="pagebreak">12</span>was late. <img src="a.png"/></p>`,
    });
    expect(leftOut.map(({ path }) => path)).toEqual(['OEBPS/imprint.xhtml']);
    expect(documents.flatMap(({ body }) => wordsOf(body)).map(({ text }) => text)).toEqual(['It', 'was', 'late.']);
    expect(countPictures({ documents, leftOut, files: {} })).toBe(1);
  });
});

describe('countNotes in the import benchmark', () => {
  it('recognises notes by their type, or by a label that links to the note and a link back', () => {
    const source = sourceOf({
      'one.xhtml': `<p>a<a id="r1" href="notes.xhtml#n1" epub:type="noteref">1</a> b<a id="r2" href="notes.xhtml#n2">*</a>
        <a href="notes.xhtml#n1">elsewhere</a></p>`,
      'notes.xhtml': `<ol><li id="n1"><p>A. <a href="one.xhtml#r1">↩</a></p></li>
        <li id="n2"><p>B. <a href="one.xhtml#r2">*</a></p></li></ol>`,
    });
    expect(countNotes(source)).toBe(2);
  });

  it.each([
    ['to an existing note and back', '/2#c-n', '/1#c-r', 1],
    ['to a missing note', '/2#c-x', '/1#c-r', 0],
    ['to an existing note, but not back', '/2#c-n', '/1#c-x', 0],
  ])('counts only notes with working links in both directions: links %s', (_how, there, back, count) => {
    const one = shown('/1', `<p>a<sup><a class="text-note-ref" id="c-r" href="${there}">1</a></sup></p>`);
    const two = shown(
      '/2',
      `<ol><li class="text-note" id="c-n"><p>A. <a class="text-note-back" href="${back}">↩</a></p></li></ol>`,
    );
    expect(countLinkedNotes([one, two])).toBe(count);
  });
});
