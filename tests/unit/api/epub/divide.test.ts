import { describe, expect, it } from 'vitest';
import { divideHtml } from '#src/api/epub/divide.ts';
import { readEpub } from '#src/api/epub/index.ts';
import { MAX_CHAPTER_BYTES, utf8Bytes } from '#src/lib/html-limits.ts';
import { item, makeEpub, prose } from './make-epub.ts';

const paragraphs = (count: number, word: string) =>
  Array.from({ length: count }, (_, index) => `<p>${word}${index} ${'and so on '.repeat(30)}</p>`);
const sizes = (parts: readonly string[]) => parts.map((part) => utf8Bytes(part));

describe('a long chapter of an EPUB', () => {
  it('is divided between paragraphs into parts of similar length', () => {
    const html = paragraphs(4000, 'w').join('\n');
    const parts = divideHtml(html);
    expect(parts).toHaveLength(4);
    expect(parts.join('')).toBe(html);
    expect(Math.max(...sizes(parts))).toBeLessThanOrEqual(MAX_CHAPTER_BYTES);
    expect(Math.min(...sizes(parts))).toBeGreaterThan(MAX_CHAPTER_BYTES / 2);
  });

  it('is not divided if it has exactly the maximum size', () => {
    const html = `<p>${'x'.repeat(MAX_CHAPTER_BYTES - 7)}</p>`;
    expect(divideHtml(html)).toEqual([html]);
  });

  it('is measured in bytes, not in characters', () => {
    const parts = divideHtml(Array.from({ length: 1000 }, () => `<p>${'漢'.repeat(300)}</p>`).join(''));
    expect(Math.max(...sizes(parts))).toBeLessThanOrEqual(MAX_CHAPTER_BYTES);
    expect(parts.length).toBeGreaterThan(1);
  });

  it('can be divided inside a container or a list, and numbering continues in the next part', () => {
    const items = Array.from({ length: 4000 }, (_, index) => `<li>${index + 5} ${'and so on '.repeat(30)}</li>`);
    const parts = divideHtml(`<div id="b-0-x" class="text-center"><ol start="5">${items.join('')}</ol></div>`);
    expect(parts.length).toBeGreaterThan(2);
    const [first = '', ...others] = parts;
    expect(first).toMatch(/^<div id="b-0-x" class="text-center"><ol start="5"><li>5 /);
    for (const part of others) {
      expect(part).toMatch(/^<div class="text-center"><ol start="(\d+)"><li>\1 /);
      expect(part).toMatch(/<\/li><\/ol><\/div>$/);
    }
  });

  it('is never divided between a heading and the paragraph after it', () => {
    const blocks = paragraphs(4000, 'w').map((text, index) => `<h3>Section ${index}</h3>${text}`);
    for (const part of divideHtml(blocks.join(''))) expect(part).toMatch(/^<h3>.*<\/p>$/s);
  });
});

it('notes and links work across the parts of a divided chapter', async () => {
  const filler = paragraphs(1500, 'w').join('');
  const one = `<h2>I</h2><p>A word<a epub:type="noteref" id="r" href="#n">1</a> and <a href="#mid">more</a>.</p>${filler}
    <p id="mid">The middle.</p>${filler}<aside epub:type="footnote" id="n"><p>A note. <a role="doc-backlink" href="#r">x</a></p></aside>`;
  const two = `<h2>II</h2>${prose()}<p><a href="one.xhtml#mid">back to the middle</a>, <a href="one.xhtml">to I</a></p>`;
  const nav = item('one.xhtml', 'I: The Raft') + item('two.xhtml', 'II');
  const { chapters } = await readEpub(makeEpub({ documents: { 'one.xhtml': one, 'two.xhtml': two }, nav }));
  expect(chapters.map(({ title, kind }) => [title, kind])).toEqual([
    ['Chapter 1: The Raft', 'chapter'],
    ['Chapter 1: The Raft (2)', 'chapter'],
    ['Chapter 1: The Raft (3)', 'chapter'],
    ['Chapter 2', 'chapter'],
  ]);
  for (const { html } of chapters) expect(utf8Bytes(html)).toBeLessThanOrEqual(MAX_CHAPTER_BYTES);
  const [first, middle, last, next] = chapters.map(({ html }) => html);
  expect(first).toMatch(/class="text-note-ref" href="epub-chapter:2#b-0-n" id="b-0-r"/);
  expect(first).toContain('href="epub-chapter:1#b-0-mid"');
  expect(middle).toContain('<p id="b-0-mid">');
  expect(last).toContain('<aside class="text-note" id="b-0-n">');
  expect(last).toContain('href="epub-chapter:0#b-0-r"');
  expect(next).toContain('href="epub-chapter:1#b-0-mid"');
  expect(next).toContain('<a href="epub-chapter:0">to I</a>');
  expect(chapters.reduce((sum, { words }) => sum + words, 0)).toBeGreaterThan(3000 * 90);
});
