import { describe, expect, it } from 'vitest';
import type { FoundBook } from '#src/admin/contract/first-screen.ts';
import { missingLanguages } from '#src/admin/ui/first-screen/missing-languages.ts';

const book = (locale: FoundBook['locale'], decision: string | null = null): FoundBook => ({
  file: 'a.epub',
  title: 'A',
  author: 'B',
  language: locale,
  locale,
  chapters: 1,
  sections: 0,
  words: 1,
  decision,
  notes: [],
});

describe('missingLanguages', () => {
  it('counts the books of each language that the site lacks', () => {
    const books = [book('en'), book('es'), book('es'), book('vn')];
    expect(missingLanguages({ books, refused: [] }, ['en'])).toEqual([
      { code: 'es', books: 2 },
      { code: 'vn', books: 1 },
    ]);
    expect(missingLanguages({ books, refused: [] }, ['en', 'es', 'vn'])).toEqual([]);
  });

  it('ignores books that are not imported', () => {
    expect(missingLanguages({ books: [book('es', 'It resembles book 1.')], refused: [] }, ['en'])).toEqual([]);
    expect(missingLanguages(null, ['en'])).toEqual([]);
  });
});
