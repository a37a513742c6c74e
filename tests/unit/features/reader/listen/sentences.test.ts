// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { sentencesOf } from '#src/features/reader/listen/sentences.ts';
import { textOf } from '#src/features/reader/position/blocks.ts';

afterEach(() => document.body.replaceChildren());

function sentences(html: string, language = 'en') {
  document.body.innerHTML = `<article>${html}</article>`;
  return sentencesOf(document.body.firstElementChild as Element, language);
}
const spokenTexts = (html: string, language?: string) => sentences(html, language).map((sentence) => sentence.words);

describe('sentencesOf', () => {
  it('returns the sentences of each block in order', () => {
    expect(spokenTexts('<h1>One</h1><p>It rained.  It\n poured!</p><ul><li>Why?</li></ul>')).toEqual([
      'One',
      'It rained.',
      'It poured!',
      'Why?',
    ]);
  });

  it('returns the offsets of each sentence in its block, with or without markup', () => {
    const result = sentences('<p>It <em>rained.</em> It poured! </p>');
    expect(result.map(({ block, start, end }) => textOf(block).slice(start, end))).toEqual([
      'It rained.',
      'It poured!',
    ]);
  });

  it('returns each line of verse as a sentence', () => {
    const result = sentences('<p>Tyger Tyger,<br>burning <i>bright</i></p>');
    expect(result.map((sentence) => sentence.words)).toEqual(['Tyger Tyger,', 'burning bright']);
    expect(result.map(({ start, end }) => [start, end])).toEqual([
      [0, 12],
      [12, 26],
    ]);
  });

  it('includes a whole word whose first letter is a picture', () => {
    const initial = '<img src="w.png" alt="" class="text-inline"><span class="text-unseen">W</span>';
    expect(spokenTexts(`<p>${initial}hen it thawed. They left.</p>`)).toEqual(['When it thawed.', 'They left.']);
  });

  it('does not split after titles and initials', () => {
    expect(spokenTexts('<p>Mr. Bennet met J. Smith at St. Ives. He left.</p>')).toEqual([
      'Mr. Bennet met J. Smith at St. Ives.',
      'He left.',
    ]);
  });

  it('omits ruby readings, note labels and text without words', () => {
    expect(spokenTexts('<p><ruby>漢<rt>かん</rt></ruby>字だ。</p>', 'ja')).toEqual(['漢字だ。']);
    expect(spokenTexts('<p>So it was<sup><a href="#c-n1">12</a></sup>.</p><p>* * *</p>')).toEqual(['So it was.']);
  });

  it.each([
    '<a href="#n1">[1]</a>',
    '<a href="#n1" class="text-note-ref">*</a>',
    '<a href="/book-reader/1/9#n1"><span>12</span></a>',
    '<sup><a href="/book-reader/1/9#n1">see note</a></sup>',
    '<a href="#n1">①</a>',
    '<a href="#n1">〔注一〕</a>',
    '<a href="#n1">[١]</a>',
    '<a href="#n1">Anm. 4</a>',
    '<a href="#r1" class="text-note-back">back</a>',
  ])('omits the reference %s', (reference) => {
    expect(spokenTexts(`<p>So it was${reference}. Then it was not.</p>`)).toEqual(['So it was.', 'Then it was not.']);
  });

  it('includes links that contain words, and linked numbers that are not references', () => {
    expect(spokenTexts('<p>Read <a href="#ch2">the second part</a> in <a href="/novel/7">1</a> day.</p>')).toEqual([
      'Read the second part in 1 day.',
    ]);
  });

  it('splits long sentences at commas', () => {
    const long = `${'and so the river went on and on, '.repeat(20)}until the sea.`;
    const parts = spokenTexts(`<p>${long}</p>`);
    expect(parts.join(' ')).toBe(long);
    expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(240);
    expect(parts.slice(0, -1).every((part) => part.endsWith(','))).toBe(true);
  });

  it('splits between words if there are no commas, and anywhere in scripts without spaces', () => {
    expect(spokenTexts(`<p>${'word '.repeat(100)}</p>`).every((part) => /^(?:word ?)+$/.test(part))).toBe(true);
    expect(spokenTexts(`<p>${'河'.repeat(500)}</p>`, 'zh').join('')).toBe('河'.repeat(500));
  });
});
