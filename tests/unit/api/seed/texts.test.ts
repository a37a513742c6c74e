import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_BOOKS, planCatalogue } from '#src/api/seed/catalogue.ts';
import { PREMISES } from '#src/api/seed/english/premises.ts';
import type { NewBook } from '#src/api/store/records.ts';

const FOLDER = 'src/api/seed';
const FILES = globSync(['data/*/*.txt', 'novels/*.md'], { cwd: FOLDER }).sort();
const read = (file: string) => readFileSync(`${FOLDER}/${file}`, 'utf8');
const languageOf = (file: string) => /^data\/(\w\w)\//.exec(file)?.[1] ?? 'en';

/** Quotation marks by language. Dialogue in Spanish, French, Portuguese and Vietnamese begins with a dash instead. */
const QUOTES: Readonly<Record<string, readonly [string, string]>> = {
  en: ['“', '”'],
  de: ['„', '“'],
  es: ['«', '»'],
  fr: ['«', '»'],
  id: ['“', '”'],
  pt: ['«', '»'],
  tl: ['“', '”'],
  vi: ['“', '”'],
  zh: ['“', '”'],
};

/** The lines of a file that match a pattern. */
const linesWith = (file: string, pattern: RegExp) =>
  read(file)
    .split('\n')
    .filter((line) => pattern.test(line));

describe.each(FILES)('the demo text %s', (file) => {
  it('uses typographic quotation marks and apostrophes', () => {
    expect(linesWith(file, /["'`]/)).toEqual([]);
  });

  it('uses the quotation marks of its language, in pairs', () => {
    const pair = QUOTES[languageOf(file)] ?? ['', ''];
    const others = ['“', '”', '„', '«', '»'].filter((mark) => !pair.includes(mark));
    expect(linesWith(file, new RegExp(`[${others.join('')}]`))).toEqual([]);
    const unpaired = read(file)
      .split('\n')
      .filter((line) => line.split(pair[0]).length !== line.split(pair[1]).length);
    expect(unpaired).toEqual([]);
  });

  it('writes dashes and ellipses as single characters', () => {
    expect(linesWith(file, /\w--\w| - |\.\.\./)).toEqual([]);
  });
});

describe('French texts of the demo catalogue', () => {
  it.each(FILES.filter((file) => languageOf(file) === 'fr'))(
    'have non-breaking spaces before punctuation in %s',
    (file) => {
      expect(linesWith(file, / [;:?!»]|« /)).toEqual([]);
    },
  );
});

/** All sequences of `length` consecutive words, in lower case and without punctuation. */
function phrasesOf(text: string, length = 6): Set<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}’]+/gu) ?? [];
  return new Set(words.slice(length - 1).map((_, start) => words.slice(start, start + length).join(' ')));
}

/** Phrases that occur in more than one of the texts. */
function sharedPhrases(texts: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const text of texts) for (const phrase of phrasesOf(text)) counts.set(phrase, (counts.get(phrase) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > 1).map(([phrase]) => phrase);
}

describe('the story outlines of the demo catalogue', () => {
  it('have no six consecutive words in common, not counting names', () => {
    const withoutNames = (text: string) => text.replaceAll(/\{\w+\}/g, 'X');
    expect(
      sharedPhrases(PREMISES.map(({ opening, sentences }) => withoutNames([opening, ...sentences].join(' ')))),
    ).toEqual([]);
  });

  it('have an opening, at least three titles and at least one sentence without a condition', () => {
    for (const { opening, titles, sentences } of PREMISES) {
      expect(opening.length, titles[0]).toBeGreaterThan(25);
      expect(titles.length, opening).toBeGreaterThanOrEqual(3);
      expect(
        sentences.some((line) => !line.startsWith('? ')),
        titles[0],
      ).toBe(true);
    }
  });
});

describe('the books of a default demo catalogue', () => {
  let sections: (readonly NewBook[])[];
  beforeAll(() => {
    const plans = planCatalogue({ books: DEFAULT_BOOKS, seed: '1' });
    sections = plans.map((plan) => [...plan.books()].map(({ book }) => book));
  }, 60_000);

  it('have no six consecutive words in common in their introductions', () => {
    for (const books of sections) expect(sharedPhrases(books.map(({ introduction }) => introduction))).toEqual([]);
  });

  it('have no six consecutive words in common in the first paragraphs of the English books', () => {
    const openings = sections[0]?.map(({ chapters }) => /<p>(.*?)<\/p>/s.exec(chapters[0]?.html ?? '')?.[1] ?? '');
    expect(sharedPhrases(openings ?? [])).toEqual([]);
  });

  it('contain no marks of Markdown', () => {
    const shown = (html: string) => html.replaceAll(/<[^>]+>/g, '\n').split('\n');
    const lines = sections.flat().flatMap(({ chapters }) => chapters.flatMap(({ html }) => shown(html)));
    expect(lines.length).toBeGreaterThan(1000);
    expect(lines.filter((line) => /^\s*(?:-{3,}|#|>|\* )|\*\*|\]\(/.test(line))).toEqual([]);
  });

  it('have English titles that begin with every Latin letter', () => {
    const initials = new Set(sections[0]?.map(({ title }) => title.charAt(0)));
    expect([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].filter((letter) => !initials.has(letter))).toEqual([]);
  });
});
