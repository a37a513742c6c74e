import type { NovelModel } from '#src/view-models/models.ts';

export type ChapterLink = NovelModel['chapters'][number];

export const PREVIEW_CHAPTERS = 12;
export const RANGE_CHAPTERS = 100;
/** From so many chapters on a number finds one quicker than a thumb. */
export const JUMP_FROM = 30;

export interface Range {
  /** Places of its first and last chapter as they are shown, so the higher one first where the newest stands on top. */
  readonly from: number;
  readonly to: number;
  readonly chapters: readonly ChapterLink[];
  /** Part of the chapter before the first of these. */
  readonly partBefore: string | null;
}

/**
 * The chapters shown at once, and the others in ranges of round hundreds; a fold of one or two is not worth a tap.
 * @param chapters in the order they are shown
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
  /** Null where the book has no parts, or none begins here. */
  readonly part: string | null;
  readonly chapters: readonly ChapterLink[];
}

/** Runs of chapters of one part; the first run has no heading when it goes on with `partBefore`. */
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
