import { describe, expect, it } from 'vitest';
import { evaluate } from '../../../../scripts/bench/texts/evaluate.ts';
import { generateBooks } from '../../../../scripts/bench/texts/generate.ts';

const BOOKS_PER_LANGUAGE = 3;

describe('a generated book', () => {
  it.each(generateBooks(BOOKS_PER_LANGUAGE))('is imported correctly: $name', (book) => {
    expect(evaluate(book)).toMatchObject({ result: 'right', reason: '' });
  });
});
