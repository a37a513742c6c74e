import { describe, expect, test } from 'vitest';
import { idOf, planOf } from '#src/admin/ui/import/plan.ts';
import { placesToShow } from '#src/admin/ui/import/plan-texts.ts';
import { retitled } from '#src/admin/ui/import/retitled.ts';

const chapter = (title: string, part: string | null) => ({
  title,
  part,
  kind: 'chapter' as const,
  words: 1,
  blocks: 1,
});
const PLAN = planOf([chapter('Rain', 'The Sea'), chapter('Wind', 'The Sea'), chapter('Raft', 'The Land')]);

describe('placesToShow, which filters the chapters of an import', () => {
  test('shows every chapter without a filter', () => {
    expect(placesToShow(PLAN, { search: ' ', oddities: undefined })).toEqual([0, 1, 2]);
  });

  test('finds text in titles and parts, ignoring case', () => {
    expect(placesToShow(PLAN, { search: 'RA', oddities: undefined })).toEqual([0, 2]);
    expect(placesToShow(PLAN, { search: 'the sea', oddities: undefined })).toEqual([0, 1]);
  });

  test('shows only chapters with oddities if that filter is on', () => {
    const oddities = new Map(PLAN.slice(1, 2).map((planned) => [idOf(planned), ['Short']]));
    expect(placesToShow(PLAN, { search: '', oddities })).toEqual([1]);
    expect(placesToShow(PLAN, { search: 'rain', oddities })).toEqual([]);
  });
});

describe('retitled, which changes a chapter title', () => {
  test('joins a title with line breaks into one line, and returns the same plan if it is unchanged', () => {
    expect(retitled(PLAN, 1, ' Wind\n and  hail ')[1]?.title).toBe('Wind and hail');
    expect(retitled(PLAN, 1, 'Wind ')).toBe(PLAN);
  });
});
