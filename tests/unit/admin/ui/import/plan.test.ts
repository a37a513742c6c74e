import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlannedChapter } from '#src/admin/contract/imports.ts';
import {
  changed,
  idOf,
  isSamePlan,
  mergedWithPrevious,
  moved,
  omittedFrom,
  openOddities,
  type Plan,
  partRenamed,
  planOf,
  restored,
  split,
  without,
  wordsOf,
} from '#src/admin/ui/import/plan.ts';

const chapter = (title: string, blocks: number, part: string | null = null) => ({
  title,
  part,
  kind: 'chapter' as const,
  words: blocks * 10,
  blocks,
});

const READ = [chapter('One', 4), chapter('Two', 3), chapter('Three', 5)];
const AS_READ = planOf(READ);

/** The shape of a plan: "Title: chapter 0-4, …" per chapter. */
const shapeOf = (plan: Plan) =>
  plan.map(({ title, pieces }) => `${title}: ${pieces.map((p) => `${p.chapter} ${p.from}-${p.to}`).join(', ')}`);

describe('planOf, which creates a chapter plan', () => {
  test('includes every chapter with all its paragraphs', () => {
    expect(shapeOf(AS_READ)).toEqual(['One: 0 0-4', 'Two: 1 0-3', 'Three: 2 0-5']);
  });
});

describe('isSamePlan, which compares chapter plans', () => {
  test('compares titles, parts, kinds, order and text', () => {
    expect(isSamePlan(AS_READ, planOf(READ))).toBe(true);
    expect(isSamePlan(AS_READ, changed(AS_READ, 1, { title: 'Zwei' }))).toBe(false);
    expect(isSamePlan(AS_READ, changed(AS_READ, 1, { part: 'I' }))).toBe(false);
    expect(isSamePlan(AS_READ, changed(AS_READ, 1, { kind: 'section' }))).toBe(false);
    expect(isSamePlan(AS_READ, moved(AS_READ, 0, 2))).toBe(false);
    expect(isSamePlan(AS_READ, without(AS_READ, 2))).toBe(false);
    expect(isSamePlan(AS_READ, mergedWithPrevious(AS_READ, 1))).toBe(false);
  });
});

describe('moved, which reorders a chapter plan', () => {
  test('moves a chapter up, down and to either end', () => {
    const titles = (plan: Plan) => plan.map(({ title }) => title);
    expect(titles(moved(AS_READ, 2, 0))).toEqual(['Three', 'One', 'Two']);
    expect(titles(moved(AS_READ, 0, 1))).toEqual(['Two', 'One', 'Three']);
    expect(titles(moved(AS_READ, 0, 2))).toEqual(['Two', 'Three', 'One']);
    expect(moved(AS_READ, 7, 0)).toBe(AS_READ);
  });
});

describe('mergedWithPrevious, which merges chapters of a plan', () => {
  test("appends the text of a chapter to the previous chapter, and keeps the previous chapter's title", () => {
    expect(shapeOf(mergedWithPrevious(AS_READ, 1))).toEqual(['One: 0 0-4, 1 0-3', 'Three: 2 0-5']);
  });

  test('returns the same plan for the first chapter', () => {
    expect(mergedWithPrevious(AS_READ, 0)).toBe(AS_READ);
  });

  test('undoes a split of a chapter', () => {
    const halves = split(AS_READ, 2, { block: 2, title: 'Half', isHeading: false });
    expect(isSamePlan(mergedWithPrevious(halves, 3), AS_READ)).toBe(true);
  });
});

describe('split, which divides a chapter', () => {
  test('starts a new chapter at a paragraph', () => {
    expect(shapeOf(split(AS_READ, 0, { block: 1, title: 'Rest', isHeading: false }))).toEqual([
      'One: 0 0-1',
      'Rest: 0 1-4',
      'Two: 1 0-3',
      'Three: 2 0-5',
    ]);
  });

  test('omits the paragraph from the text if it is only a heading', () => {
    expect(shapeOf(split(AS_READ, 0, { block: 1, title: 'Rest', isHeading: true })).slice(0, 2)).toEqual([
      'One: 0 0-1',
      'Rest: 0 2-4',
    ]);
  });

  test('counts paragraphs across all pieces of a merged chapter', () => {
    const merged = mergedWithPrevious(AS_READ, 1);
    const plan = split(merged, 0, { block: 5, title: 'Rest', isHeading: false });
    expect(shapeOf(plan).slice(0, 2)).toEqual(['One: 0 0-4, 1 0-1', 'Rest: 1 1-3']);
    const again = split(plan, 1, { block: 1, title: 'End', isHeading: false });
    expect(shapeOf(again).slice(1, 3)).toEqual(['Rest: 1 1-2', 'End: 1 2-3']);
  });

  test('never leaves a chapter without text', () => {
    expect(split(AS_READ, 0, { block: 0, title: 'Rest', isHeading: false })).toBe(AS_READ);
    expect(split(AS_READ, 0, { block: 3, title: 'Rest', isHeading: true })).toBe(AS_READ);
    expect(split(AS_READ, 0, { block: 4, title: 'Rest', isHeading: false })).toBe(AS_READ);
  });
});

describe('partRenamed, which renames a part of a plan', () => {
  test('renames the part in neighbouring chapters, but not a part with the same name elsewhere', () => {
    const plan = planOf([chapter('A', 1, 'I'), chapter('B', 1, 'I'), chapter('C', 1, 'II'), chapter('D', 1, 'I')]);
    expect(partRenamed(plan, 1, 'First').map(({ part }) => part)).toEqual(['First', 'First', 'II', 'I']);
    expect(partRenamed(plan, 2, null).map(({ part }) => part)).toEqual(['I', 'I', null, 'I']);
  });
});

describe('omittedFrom, which lists the text missing from a chapter plan', () => {
  test('is empty for an unchanged plan, even if a chapter has no text', () => {
    const chapters = [...READ, chapter('Empty', 0)];
    expect(omittedFrom(planOf(chapters), chapters)).toEqual([]);
  });

  test('contains omitted chapters, and the headings of split chapters', () => {
    const plan = without(split(AS_READ, 0, { block: 1, title: 'Rest', isHeading: true }), 2);
    expect(omittedFrom(plan, READ)).toEqual([
      { chapter: 0, from: 1, to: 2 },
      { chapter: 1, from: 0, to: 3 },
    ]);
  });
});

describe('restored, which adds an omitted chapter again', () => {
  test('inserts the chapter at its original position', () => {
    for (const at of [0, 1, 2]) {
      const plan = without(AS_READ, at);
      const [piece] = omittedFrom(plan, READ);
      if (!piece) throw new Error('Nothing was left out.');
      expect(isSamePlan(restored(plan, piece, READ[at] ?? chapter('', 0)), AS_READ)).toBe(true);
    }
  });
});

describe('wordsOf, the number of words of a planned chapter', () => {
  const [half] = split(AS_READ, 2, { block: 2, title: 'Rest', isHeading: false }).slice(2);
  const none: PlannedChapter = { title: '', part: null, kind: 'chapter', pieces: [] };

  test('adds the words of merged chapters', () => {
    expect(wordsOf(mergedWithPrevious(AS_READ, 1)[0] ?? none, READ)).toEqual({ words: 70, isEstimate: false });
  });

  test('estimates the words of a split chapter until its paragraphs are loaded', () => {
    expect(wordsOf(half ?? none, READ)).toEqual({ words: 20, isEstimate: true });
    expect(wordsOf(half ?? none, READ, { 2: [1, 2, 3, 4, 5] })).toEqual({ words: 3, isEstimate: false });
  });
});

describe('the open oddities of a chapter plan', () => {
  const oddity = (kind: 'short' | 'long' | 'gap' | 'duplicate' | 'empty', ...chapters: number[]) => ({
    kind,
    chapters,
    message: kind,
  });
  const idsOf = (plan: Plan, odd: ReturnType<typeof oddity>) => [...openOddities(plan, [odd], READ).keys()];

  test('include all oddities of an unchanged plan', () => {
    expect(idsOf(AS_READ, oddity('gap', 2))).toEqual(['2-0']);
    expect(idsOf(AS_READ, oddity('duplicate', 0, 2))).toEqual(['0-0', '2-0']);
  });

  test('exclude a short chapter that is merged with another chapter', () => {
    expect(idsOf(AS_READ, oddity('short', 1))).toEqual(['1-0']);
    expect(idsOf(mergedWithPrevious(AS_READ, 1), oddity('short', 1))).toEqual([]);
    expect(idsOf(mergedWithPrevious(AS_READ, 2), oddity('short', 1))).toEqual([]);
  });

  test('exclude a long chapter that is split', () => {
    expect(idsOf(AS_READ, oddity('long', 2))).toEqual(['2-0']);
    expect(idsOf(split(AS_READ, 2, { block: 2, title: 'Rest', isHeading: false }), oddity('long', 2))).toEqual([]);
  });

  test('exclude two equal chapters when one of them is omitted', () => {
    expect(idsOf(without(AS_READ, 2), oddity('duplicate', 0, 2))).toEqual([]);
  });

  test('follow a chapter that is moved', () => {
    expect(idsOf(moved(AS_READ, 1, 0), oddity('empty', 1))).toEqual(['1-0']);
  });
});

/** Any correction, at any position. */
const Correction = fc.record({
  kind: fc.constantFrom('move', 'merge', 'split', 'heading', 'omit', 'restore'),
  at: fc.nat(8),
  to: fc.nat(8),
});

describe('any sequence of corrections to a chapter plan', () => {
  const correct = (plan: Plan, { kind, at, to }: { kind: string; at: number; to: number }): Plan => {
    if (kind === 'move') return moved(plan, at, Math.min(to, plan.length - 1));
    if (kind === 'merge') return mergedWithPrevious(plan, at);
    if (kind === 'omit') return without(plan, at);
    if (kind !== 'restore') return split(plan, at, { block: to, title: 'New', isHeading: kind === 'heading' });
    const [piece] = omittedFrom(plan, READ).slice(at);
    return piece ? restored(plan, piece, READ[piece.chapter] ?? chapter('', 0)) : plan;
  };

  test('uses each paragraph exactly once, in a chapter or in the omitted text', () => {
    fc.assert(
      fc.property(fc.array(Correction, { maxLength: 20 }), (corrections) => {
        const plan = corrections.reduce(correct, AS_READ);
        const pieces = [...plan.flatMap((planned) => planned.pieces), ...omittedFrom(plan, READ)];
        const blocks = pieces.flatMap(({ chapter: index, from, to }) =>
          Array.from({ length: to - from }, (_, at) => `${index} ${from + at}`),
        );
        const all = READ.flatMap(({ blocks: count }, index) =>
          Array.from({ length: count }, (_, at) => `${index} ${at}`),
        );
        expect(blocks.toSorted()).toEqual(all.toSorted());
        expect(plan.every((planned) => planned.pieces.length > 0)).toBe(true);
        expect(new Set(plan.map(idOf)).size).toBe(plan.length);
      }),
    );
  });
});
