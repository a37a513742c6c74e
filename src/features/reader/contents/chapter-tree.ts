import { type Chapter, PART_SEPARATOR } from '#src/contract/entities/chapter.ts';

/** Consecutive chapters without a further subdivision, or a part with its contents. */
export type Branch =
  | { readonly kind: 'chapters'; readonly key: string; readonly chapters: readonly Chapter[] }
  | {
      readonly kind: 'part';
      readonly key: string;
      readonly title: string;
      readonly chapters: readonly Chapter[];
      readonly branches: readonly Branch[];
    };

interface Run {
  readonly name: string | undefined;
  readonly chapters: Chapter[];
}

/** Groups the chapters by volume, book and part, keeping their order. */
export function treeOf(chapters: readonly Chapter[], depth = 0, above = ''): Branch[] {
  return runsOf(chapters, depth).map(({ name, chapters: inside }, index) => {
    const key = `${above}/${index}`;
    if (name === undefined) return { kind: 'chapters', key, chapters: inside };
    return { kind: 'part', key, title: name, chapters: inside, branches: treeOf(inside, depth + 1, key) };
  });
}

/** Groups consecutive chapters whose volume, book or part at this depth has the same name. */
function runsOf(chapters: readonly Chapter[], depth: number): Run[] {
  const runs: Run[] = [];
  for (const chapter of chapters) {
    const name = chapter.part?.split(PART_SEPARATOR)[depth];
    const last = runs.at(-1);
    if (last && last.name === name) last.chapters.push(chapter);
    else runs.push({ name, chapters: [chapter] });
  }
  return runs;
}

export const containsChapter = (branch: Branch, chapterId: number): boolean =>
  branch.chapters.some(({ id }) => id === chapterId);
