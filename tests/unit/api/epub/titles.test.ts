import { describe, expect, it } from 'vitest';
import { isSafeSvg } from '#src/api/epub/images.ts';
import { subjectTags } from '#src/api/epub/subjects.ts';
import { decodeText } from '#src/api/epub/text.ts';
import { humanTitle } from '#src/api/epub/titles.ts';
import { isPlainMarkup } from '#src/api/epub/tree.ts';
import { countWords } from '#src/lib/count-words.ts';
import { SVG } from './make-epub.ts';

describe('humanTitle, which formats chapter titles', () => {
  it.each([
    ['I', 'chapter', 'en-GB', 'Chapter 1'],
    ['XLIV.', 'chapter', 'en', 'Chapter 44'],
    ['7', 'chapter', 'de', 'Kapitel 7'],
    ['IX', 'chapter', 'xx', 'Chapter 9'],
    ['XVI: The Stockade', 'chapter', 'en', 'Chapter 16: The Stockade'],
    ['CHAPTER XVI. The Stockade', 'chapter', 'en', 'Chapter 16: The Stockade'],
    ['Chapter Two', 'chapter', 'en', 'Chapter 2'],
    ['3 - Rain', 'chapter', 'en', 'Chapter 3: Rain'],
    ['1 | Rain', 'chapter', 'en', 'Chapter 1: Rain'],
    ['Chapter Three The Boat', 'chapter', 'en', 'Chapter 3: The Boat'],
    ['Arc 2.1', 'chapter', 'en', 'Arc 2.1'],
    ['Part II: The Sea-Cook', 'part', 'en', 'Part 2: The Sea-Cook'],
    ['II', 'part', 'fr', 'Partie 2'],
    ['II', 'part', 'xx', 'Part 2'],
    ['II: Río', 'part', 'vi', 'Phần 2: Río'],
    ['II', 'part', 'ar', 'الجزء 2'],
    ['II', 'part', 'hu', '2. rész'],
    ['II: Tenger', 'part', 'lt', '2 dalis: Tenger'],
    ['II: 海', 'part', 'zh-Hant', '第2部 海'],
    ['II', 'part', 'ko', '제2부'],
    ['II', 'part', 'id', 'Bagian 2'],
    ['Letter IV', 'section', 'en', 'Letter 4'],
    ['I Go to Bristol', 'chapter', 'en', 'I Go to Bristol'],
    ['C. Auguste Dupin', 'chapter', 'en', 'C. Auguste Dupin'],
    ['1984', 'chapter', 'en', '1984'],
    ['Mild Weather', 'chapter', 'en', 'Mild Weather'],
    ['Part of the Way', 'chapter', 'en', 'Part of the Way'],
    ['第一章 雨', 'chapter', 'zh', '第一章 雨'],
    ['V', 'section', 'en', 'V'],
    ['Chapter Twenty-One', 'chapter', 'en', 'Chapter 21'],
    ['CHAPTER ONE HUNDRED AND TEN: RAIN', 'chapter', 'en', 'Chapter 110: RAIN'],
    ['Chapter the Third', 'chapter', 'en', 'Chapter 3'],
    ['One Hundred and Ten', 'chapter', 'en', 'Chapter 110'],
    ['Twenty-Two', 'chapter', 'en', 'Chapter 22'],
    ['Einundzwanzigstes Kapitel', 'chapter', 'de', 'Kapitel 21'],
    ['Letter Twenty-One', 'section', 'en', 'Letter 21'],
    ['Book 1 - Chapter 2 - Ford', 'chapter', 'en', 'Chapter 2: Ford'],
    ['Vol. 1 Ch. 2', 'chapter', 'en', 'Chapter 2'],
    ['12.5: Omake', 'chapter', 'en', 'Chapter 12.5: Omake'],
    ['1.1 - Ford', 'chapter', 'en', 'Chapter 1.1: Ford'],
    ['Chapter 1.10: Weir', 'chapter', 'en', 'Chapter 1.10: Weir'],
    ["L. of G.'s Purport", 'chapter', 'en', "L. of G.'s Purport"],
    ['C. M. Reed', 'chapter', 'en', 'C. M. Reed'],
    ['9.15 to Olmen', 'chapter', 'en', '9.15 to Olmen'],
    ['L. The Weir', 'chapter', 'en', 'Chapter 50: The Weir'],
    [
      'Chapter I. In which the ferryman loses his lamp, finds it again, and is sorry for both.',
      'chapter',
      'en',
      'Chapter 1: In which the ferryman loses his lamp, finds it again, and is sorry for both.',
    ],
    ['One Ford', 'chapter', 'en', 'One Ford'],
  ] as const)('formats %j as a %s title in %s: %s', (title, as, language, expected) => {
    expect(humanTitle(title, as, language, 120)).toBe(expected);
  });
});

describe('subjectTags, which turns EPUB subjects into tags', () => {
  it('keeps the main term of each subject and omits qualifiers, literary forms and duplicates', () => {
    const subjects = [
      'Vampires--Fiction',
      'Gothic fiction (Literary genre)',
      'FICTION / Classics',
      'vampires',
      'Fiction',
      'Sea stories',
    ];
    expect(subjectTags(subjects)).toEqual(['Vampires', 'Gothic fiction', 'Classics', 'Sea stories']);
  });

  it.each([
    ['Ahab, Captain (Fictitious character) -- Fiction', 'Captain Ahab'],
    ['Ahab, Captain', 'Captain Ahab'],
    ['Napoleon I, Emperor of the French, 1769-1821 -- Fiction', 'Napoleon I, Emperor of the French'],
    ['Fogg, Phileas (Fictitious character)', 'Phileas Fogg'],
    ['Shelley, Mary, 1797-1851', 'Mary Shelley'],
    ['Paris (France) -- Fiction', 'Paris'],
    ['Brothers, Sisters', 'Brothers, Sisters'],
  ])('turns %s into natural order: %s', (subject, tag) => {
    expect(subjectTags([subject])).toEqual([tag]);
  });

  it.each([
    'PS',
    'PZ3',
    'FIC027000',
    '823.8',
    'General',
    'English fiction',
    'nyt:hardcover-fiction=2011-05-07',
    'Accessible book',
    'Readers',
    'https://example.com/a',
    'A subject that goes on for so long that nobody would look for it here',
  ])('drops a subject that says nothing about the book: %s', (subject) => {
    expect(subjectTags([subject])).toEqual([]);
  });
});

describe('countWords', () => {
  it.each([
    ['It’s a well-known lamp.', 4],
    ['three—dashed — words', 3],
    ['犬と猫', 3],
    ['été 1984', 2],
    [' — ', 0],
  ])('counts the words in %j', (text, words) => {
    expect(countWords(text)).toBe(words);
  });
});

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('é')],
    ['UTF-8 with a byte order mark', Buffer.from('\ufeffé')],
    ['UTF-16', Buffer.from('\ufeffé', 'utf16le')],
    ['a declared encoding', Buffer.from('<?xml version="1.0" encoding="windows-1252"?>\xe9', 'latin1')],
    ['an unknown encoding, as UTF-8', Buffer.from('<?xml version="1.0" encoding="x-none"?>é')],
  ])('decodes %s', (_what, bytes) => {
    expect(decodeText(bytes)).toMatch(/é$/);
  });
});

describe('isSafeSvg', () => {
  it.each([
    ['a drawing', SVG, true],
    [
      'an embedded bitmap',
      SVG.replace('<path', '<image xlink:href="data:image/png;base64,AA=="/><use href="#a"/><path'),
      true,
    ],
    ['a handler', SVG.replace('<path', '<path onload = "x()"'), false],
    ['a prefixed script', SVG.replace('<path', '<s:script>x</s:script><path'), false],
    ['a foreign object', SVG.replace('<path', '<foreignObject/><path'), false],
    ['an external link', SVG.replace('<path', '<image href="https://x.test/a.png"/><path'), false],
    ['a style that loads a URL', SVG.replace('<path', '<style>path{fill:url(https://x.test/a)}</style><path'), false],
    ['entities', `<!DOCTYPE svg [<!ENTITY x "y">]>${SVG}`, false],
    ['attributes with defaults', `<!DOCTYPE svg ${' '.repeat(2000)}[<!ATTLIST svg onload CDATA "x()">]>${SVG}`, false],
    ['no drawing', '<html><body>svg</body></html>', false],
  ])('recognises whether %s is safe to embed', (_what, svg, safe) => {
    expect(isSafeSvg(Buffer.from(svg))).toBe(safe);
  });
});

describe('isPlainMarkup', () => {
  it.each([
    ['a page', '<body><div><p>a</p></div></body>', true],
    ['many unclosed paragraphs', '<p>a'.repeat(9000), true],
    ['many siblings', '<div><b>a</b></div>'.repeat(9000), true],
    ['a long image URL', `<img src="data:${'A'.repeat(90_000)}"/>`, true],
    ['deep nesting', '<div>'.repeat(500), false],
    ['hidden nesting', '<font a=">">'.repeat(500), false],
  ])('returns whether %s is safe to parse', (_what, markup, plain) => {
    expect(isPlainMarkup(markup)).toBe(plain);
  });
});
