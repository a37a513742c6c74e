import type { Book } from '../entities/book.ts';
import type { Chapter } from '../entities/chapter.ts';

/** What decides which chapters of two editions correspond to each other. */
export interface Outline {
  readonly status: Book['status'];
  /** All chapters in reading order. */
  readonly chapters: readonly Pick<Chapter, 'id' | 'kind' | 'part'>[];
}

/**
 * Returns the chapter of another edition that corresponds to a chapter: the one with the same position among the
 * chapters of its kind. If the editions are divided differently, no chapter corresponds (docs/use/contract.md):
 * - finished editions must have the same number of chapters; otherwise the shorter one is still being translated,
 * - chapters of kind `section`, such as a translator's preface, correspond only if both editions have as many of them,
 * - if both editions have parts, both chapters must be in the same part, counted from the first.
 *
 * The rule is symmetric: the chapter that is returned corresponds to the given one.
 */
export function correspondingChapter(of: Outline, id: number, edition: Outline): number | null {
  const kind = of.chapters.find((chapter) => chapter.id === id)?.kind;
  const [own, other] = [of, edition].map(({ chapters }) => chapters.filter((chapter) => chapter.kind === kind));
  if (!own || !other) return null;
  const place = own.findIndex((chapter) => chapter.id === id);
  const match = other[place];
  if (place < 0 || !match) return null;
  const mustBeEqual = kind === 'section' || (of.status === 'finished' && edition.status === 'finished');
  if (mustBeEqual && own.length !== other.length) return null;
  const [part, otherPart] = [partAt(of, id), partAt(edition, match.id)];
  return part !== undefined && otherPart !== undefined && part !== otherPart ? null : match.id;
}

/** Number of the part that contains a chapter, from 0; -1 before the first part; undefined if the book has no parts. */
function partAt({ chapters }: Outline, id: number): number | undefined {
  const parts = [...new Set(chapters.flatMap(({ part }) => part ?? []))];
  if (parts.length === 0) return undefined;
  const part = chapters.find((chapter) => chapter.id === id)?.part;
  return part == null ? -1 : parts.indexOf(part);
}
