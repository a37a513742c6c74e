import { describe, expect, it } from 'vitest';
import { choicesOf, conflictsOf, merged } from '#src/admin/ui/saving/conflicts.ts';

describe('conflictsOf', () => {
  const base = { title: 'A', introduction: 'a\nb\nc', hot: 1, tags: ['x'] };

  it('returns only fields that both sides have changed differently', () => {
    const yours = { ...base, title: 'B', hot: 2, tags: ['y'] };
    const theirs = { ...base, title: 'C', hot: 2, introduction: 'z' };
    expect(conflictsOf(base, yours, theirs).map(({ name }) => name)).toEqual(['title']);
  });

  it('returns conflicts that need one choice per value, or one per differing paragraph of a text', () => {
    const yours = { ...base, title: 'B', introduction: 'a1\nb\nc1' };
    const theirs = { ...base, title: 'C', introduction: 'a2\nb\nc2' };
    expect(conflictsOf(base, yours, theirs).flatMap(choicesOf)).toEqual(['title', 'introduction/0', 'introduction/2']);
  });

  it('ignores fields that the record does not have, such as a password', () => {
    expect(conflictsOf(base, { ...base, password: 'x' }, base)).toEqual([]);
  });
});

describe('merged', () => {
  const base = { title: 'A', introduction: 'a\nb\nc', hot: 1 };

  it('keeps changes of both sides to different fields and paragraphs', () => {
    const yours = { ...base, title: 'B', introduction: 'a1\nb\nc', hot: 2 };
    const theirs = { ...base, title: 'C', introduction: 'a\nb\nc2' };
    const conflicts = conflictsOf(base, yours, theirs);
    expect(merged({ base, yours, theirs }, conflicts, { title: 'theirs' })).toEqual({
      title: 'C',
      introduction: 'a1\nb\nc2',
      hot: 2,
    });
  });

  it('follows the choice for each paragraph', () => {
    const yours = { ...base, introduction: 'a1\nb\nc1' };
    const theirs = { ...base, introduction: 'a2\nb\nc2' };
    const choices = { 'introduction/0': 'both', 'introduction/2': 'yours' } as const;
    expect(merged({ base, yours, theirs }, conflictsOf(base, yours, theirs), choices)['introduction']).toBe(
      'a2\na1\nb\nc1',
    );
  });
});
