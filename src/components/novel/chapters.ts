import type { NovelModel } from '#src/views/models.ts';

export type ChapterLink = NovelModel['chapters'][number];

export const PREVIEW_CHAPTERS = 12;

/** The chapters shown at once and those behind the fold; a fold of one or two is not worth a tap. */
export function splitChapters(chapters: readonly ChapterLink[]) {
  const cut = chapters.length > PREVIEW_CHAPTERS + 2 ? PREVIEW_CHAPTERS : chapters.length;
  return { first: chapters.slice(0, cut), others: chapters.slice(cut) };
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
