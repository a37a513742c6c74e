// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { sentencesOf } from '#src/islands/reader/listen/sentences.ts';
import { textOf } from '#src/lib/blocks.ts';

afterEach(() => document.body.replaceChildren());

function sentences(html: string, language = 'en') {
  document.body.innerHTML = `<article>${html}</article>`;
  return sentencesOf(document.body.firstElementChild as Element, language);
}
const said = (html: string, language?: string) => sentences(html, language).map((sentence) => sentence.said);

describe('sentencesOf', () => {
  it('reads block by block, sentence by sentence', () => {
    expect(said('<h1>One</h1><p>It rained.  It\n poured!</p><ul><li>Why?</li></ul>')).toEqual([
      'One',
      'It rained.',
      'It poured!',
      'Why?',
    ]);
  });

  it('tells where each stands in its block, markup or not', () => {
    const found = sentences('<p>It <em>rained.</em> It poured! </p>');
    expect(found.map(({ block, start, end }) => textOf(block).slice(start, end))).toEqual(['It rained.', 'It poured!']);
  });

  it('reads verse line by line', () => {
    const found = sentences('<p>Tyger Tyger,<br>burning <i>bright</i></p>');
    expect(found.map((sentence) => sentence.said)).toEqual(['Tyger Tyger,', 'burning bright']);
    expect(found.map(({ start, end }) => [start, end])).toEqual([
      [0, 12],
      [12, 26],
    ]);
  });

  it('does not stop at a title or an initial', () => {
    expect(said('<p>Mr. Bennet met J. Smith at St. Ives. He left.</p>')).toEqual([
      'Mr. Bennet met J. Smith at St. Ives.',
      'He left.',
    ]);
  });

  it('leaves out readings beside characters, marks of notes, and what has no words', () => {
    expect(said('<p><ruby>漢<rt>かん</rt></ruby>字だ。</p>', 'ja')).toEqual(['漢字だ。']);
    expect(said('<p>So it was<sup><a href="#c-n1">12</a></sup>.</p><p>* * *</p>')).toEqual(['So it was.']);
  });

  it('cuts a long sentence at its commas, so that no voice falls silent in it', () => {
    const long = `${'and so the river went on and on, '.repeat(20)}until the sea.`;
    const parts = said(`<p>${long}</p>`);
    expect(parts.join(' ')).toBe(long);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(240);
    expect(parts.slice(0, -1).every((part) => part.endsWith(','))).toBe(true);
  });

  it('cuts where there is no comma between words, and in scripts without spaces anywhere', () => {
    expect(said(`<p>${'word '.repeat(100)}</p>`).every((part) => /^(?:word ?)+$/.test(part))).toBe(true);
    expect(said(`<p>${'河'.repeat(500)}</p>`, 'zh').join('')).toBe('河'.repeat(500));
  });
});
