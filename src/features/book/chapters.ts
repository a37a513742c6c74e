import type { NovelModel } from '#src/shell/page/models.ts';

export type ChapterLink = NovelModel['chapters'][number];

export const PREVIEW_CHAPTERS = 12;
export const RANGE_CHAPTERS = 100;
/** The page of a book with at least this many chapters has a field to jump to a chapter number. */
export const JUMP_FROM = 30;

export interface Range {
  /**
   * Numbers of the first and last chapter in display order. If the newest chapter is first, `from` is the higher
   * number.
   */
  readonly from: number;
  readonly to: number;
  readonly chapters: readonly ChapterLink[];
  /** Part of the book to which the chapter before the range belongs. */
  readonly partBefore: string | null;
}

/**
 * Splits chapters into those that are always visible and collapsed ranges that end at multiples of 100. If only one or
 * two chapters would be collapsed, they remain visible.
 * @param chapters in display order
 */
export function splitChapters(chapters: readonly ChapterLink[]) {
  const cut = chapters.length > PREVIEW_CHAPTERS + 2 ? PREVIEW_CHAPTERS : chapters.length;
  return { first: chapters.slice(0, cut), ranges: rangesOf(chapters, cut) };
}

function rangesOf(chapters: readonly ChapterLink[], cut: number): Range[] {
  const hundreds = Map.groupBy(chapters.slice(cut), ({ number }) => Math.floor((number - 1) / RANGE_CHAPTERS));
  let before = chapters[cut - 1];
  return [...hundreds.values()].map((range) => {
    const partBefore = before?.part ?? null;
    before = range.at(-1);
    return { from: range[0]?.number ?? 0, to: before?.number ?? 0, chapters: range, partBefore };
  });
}

export interface PartOfBook {
  /**
   * Name of the part; null if the chapters belong to no part, or to the same part as the chapters of the previous
   * group.
   */
  readonly part: string | null;
  readonly chapters: readonly ChapterLink[];
}

/** Groups consecutive chapters by part. The first group has no name if its part is `partBefore`. */
export function groupByPart(chapters: readonly ChapterLink[], partBefore: string | null): PartOfBook[] {
  const runs: { part: string | null; chapters: ChapterLink[] }[] = [];
  let current = partBefore;
  for (const chapter of chapters) {
    const run = runs.at(-1);
    if (run && chapter.part === current) run.chapters.push(chapter);
    else runs.push({ part: chapter.part === current ? null : chapter.part, chapters: [chapter] });
    current = chapter.part;
  }
  return runs;
}
