import { describe, expect, it } from 'vitest';
import { letterTarget, MEMBERSHIP, membershipsOf } from '#src/api/store/membership.ts';

describe('membershipsOf', () => {
  const book = { section: 7, title: 'Élan', hot: 5, status: 'finished', words: 60_000, authorId: 3 };

  it('returns a row for each list of the book, with the fields that lists sort and filter by', () => {
    const rows = membershipsOf({ ...book, genres: [1, 1], tags: [2], keywords: [], categories: [4, 5] });
    const place = { hot: 5, status: 'finished', length: 'medium' };
    expect(rows).toEqual([
      { kind: MEMBERSHIP.genre, target: 1, ...place },
      { kind: MEMBERSHIP.tag, target: 2, ...place },
      { kind: MEMBERSHIP.category, target: 4, ...place },
      { kind: MEMBERSHIP.category, target: 5, ...place },
      { kind: MEMBERSHIP.author, target: 3, ...place },
      { kind: MEMBERSHIP.letter, target: letterTarget(7, 'E'), ...place },
    ]);
  });
});

describe('letterTarget', () => {
  it('differs for every letter in every section', () => {
    const letters = ['0', ...Array.from({ length: 26 }, (_, n) => String.fromCharCode(65 + n))];
    const targets = [1, 7, 9, 27].flatMap((section) => letters.map((letter) => letterTarget(section, letter)));
    expect(new Set(targets).size).toBe(targets.length);
  });
});
