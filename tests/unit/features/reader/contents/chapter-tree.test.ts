import { expect, it } from 'vitest';
import type { Chapter } from '#src/contract/entities/chapter.ts';
import { type Branch, treeOf } from '#src/features/reader/contents/chapter-tree.ts';

const chapter = (number: number, part: string | null): Chapter => ({
  id: 1000 + number,
  number,
  title: `Chapter ${number}`,
  part,
  kind: 'chapter',
  words: 9,
  locked: false,
  price: null,
  free_from: null,
  updated_at: '2026-01-01T00:00:00Z',
});

/** The tree as nested lists of titles and numbers. */
const shape = (branches: readonly Branch[]): unknown[] =>
  branches.map((branch) =>
    branch.kind === 'part' ? [branch.title, ...shape(branch.branches)] : branch.chapters.map(({ number }) => number),
  );

it('the chapter tree groups chapters by volume and book, and leaves chapters outside a volume or book in their place', () => {
  const parts = [null, 'Volume 1', 'Volume 1 › Book 1', 'Volume 1 › Book 1', 'Volume 1 › Book 2', 'Volume 2 › Book 1'];
  const chapters = [...parts, null].map((part, index) => chapter(index + 1, part));
  expect(shape(treeOf(chapters))).toEqual([
    [1],
    ['Volume 1', [2], ['Book 1', [3, 4]], ['Book 2', [5]]],
    ['Volume 2', ['Book 1', [6]]],
    [7],
  ]);
});

it('the chapter tree is a flat list for a book without parts', () => {
  expect(shape(treeOf([chapter(1, null), chapter(2, null)]))).toEqual([[1, 2]]);
  expect(treeOf([])).toEqual([]);
});

it('the chapter tree separates parts with the same name, each with its own key', () => {
  const tree = treeOf([chapter(1, 'Letters'), chapter(2, null), chapter(3, 'Letters')]);
  expect(shape(tree)).toEqual([['Letters', [1]], [2], ['Letters', [3]]]);
  expect(new Set(tree.map(({ key }) => key)).size).toBe(3);
});
