import { describe, expect, it } from 'vitest';
import { countChapters, evaluate } from '../../../../scripts/bench/texts/evaluate.ts';
import { generateBooks, generateLookalikes } from '../../../../scripts/bench/texts/generate.ts';

const BOOKS_PER_LANGUAGE = 3;

describe('the import of a generated book', () => {
  it.each(generateBooks(BOOKS_PER_LANGUAGE))('finds the expected title, chapters and text: $name', (book) => {
    expect(evaluate(book)).toMatchObject({ result: 'right', reason: '' });
  });
});

describe('the import of a text full of sentences that look like headings', () => {
  it.each(generateLookalikes())('creates one chapter: $name', (book) => {
    expect(countChapters(book)).toBe(1);
  });
});
