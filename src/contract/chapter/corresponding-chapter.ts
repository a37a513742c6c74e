import type { Book } from '../entities/book.ts';
import type { Chapter } from '../entities/chapter.ts';

/** What decides which chapters of two editions correspond to each other. */
export interface Outline {
  readonly status: Book['status'];
  /** All chapters in reading order. */
  readonly chapters: readonly Pick<Chapter, 'id' | 'kind' | 'part'>[];
}

/**
 * Returns the chapters of another edition that correspond to the chapters of a book, by id. A chapter corresponds to the
 * one with the same position among the chapters of its kind. If the editions are divided differently, no chapter
 * corresponds (docs/use/languages.md#editions):
 * - finished editions must have the same number of chapters; otherwise the shorter one is still being translated,
 * - chapters of kind `section`, such as a translator's preface, correspond only if both editions have as many of them,
 * - if both editions have parts, both chapters must be in the same part, counted from the first.
 *
 * The rule is symmetric: each returned chapter corresponds to the chapter for which it is returned.
 */
export function correspondingChapters(of: Outline, edition: Outline): ReadonlyMap<number, number> {
  const [part, otherPart] = [partsOf(of), partsOf(edition)];
  const matches = new Map<number, number>();
  for (const kind of new Set(of.chapters.map((chapter) => chapter.kind))) {
    const [own = [], other = []] = [of, edition].map(({ chapters }) =>
      chapters.filter((chapter) => chapter.kind === kind),
    );
    const mustBeEqual = kind === 'section' || (of.status === 'finished' && edition.status === 'finished');
    if (mustBeEqual && own.length !== other.length) continue;
    for (const [place, chapter] of own.entries()) {
      const match = other[place];
      if (match && !(part && otherPart && part(chapter) !== otherPart(match))) matches.set(chapter.id, match.id);
    }
  }
  return matches;
}

/** Returns the chapter of another edition that corresponds to a chapter. */
export const correspondingChapter = (of: Outline, id: number, edition: Outline): number | null =>
  correspondingChapters(of, edition).get(id) ?? null;

/**
 * Returns a function for the number of the part that contains a chapter: from 0; -1 before the first part. Undefined if
 * the book has no parts.
 */
function partsOf({ chapters }: Outline): ((chapter: Outline['chapters'][number]) => number) | undefined {
  const parts = [...new Set(chapters.flatMap(({ part }) => part ?? []))];
  const numbers = new Map(parts.map((part, number) => [part, number]));
  return parts.length === 0 ? undefined : ({ part }) => (part == null ? -1 : (numbers.get(part) ?? -1));
}
