import type { BookPreview, PlannedChapter } from '../../contract/imports.ts';
import { counted } from '../ui/format.ts';
import { type BlockWords, idOf, type Plan, wordsOf } from './plan.ts';

/**
 * Positions of the chapters whose title or part contains the text. If oddities are passed, only chapters with oddities.
 */
export function placesToShow(
  plan: Plan,
  { search, oddities }: { search: string; oddities: ReadonlyMap<string, unknown> | undefined },
): number[] {
  const text = search.trim().toLocaleLowerCase();
  const places = plan.map((_, place) => place);
  if (text === '' && !oddities) return places;
  return places.filter((place) => {
    const chapter = plan[place];
    if (!chapter || (oddities && !oddities.has(idOf(chapter)))) return false;
    return `${chapter.title} ${chapter.part ?? ''}`.toLocaleLowerCase().includes(text);
  });
}

/** Totals of a plan, such as "2 parts, 12 chapters, 34,567 words". */
export function totalsOf(plan: Plan, preview: BookPreview, blockWords: BlockWords): string {
  const parts = new Set(plan.map(({ part }) => part).filter((part) => part !== null)).size;
  const chapters = plan.filter(({ kind }) => kind === 'chapter').length;
  const sections = plan.length - chapters;
  const words = plan.reduce((sum, chapter) => sum + wordsOf(chapter, preview.chapters, blockWords).words, 0);
  return [
    ...(parts > 0 ? [counted(parts, 'part')] : []),
    counted(chapters, 'chapter'),
    ...(sections > 0 ? [counted(sections, 'section')] : []),
    counted(words, 'word'),
  ].join(', ');
}

/** Details of a chapter, such as "3,456 words · 2 notes". */
export function detailsOf(chapter: PlannedChapter, { chapters }: BookPreview, blockWords: BlockWords): string {
  const { words, isEstimate } = wordsOf(chapter, chapters, blockWords);
  const whole = chapter.pieces.every(({ chapter: index, from, to }) => from === 0 && to === chapters[index]?.blocks);
  const sum = (field: 'notes' | 'pictures') =>
    chapter.pieces.reduce((total, piece) => total + (chapters[piece.chapter]?.[field] ?? 0), 0);
  return [
    ...(chapter.kind === 'section' ? ['section'] : []),
    `${isEstimate ? 'about ' : ''}${counted(words, 'word')}`,
    // The notes and pictures of a split chapter are only assigned to its parts when the book is stored.
    ...(whole && sum('notes') > 0 ? [counted(sum('notes'), 'note')] : []),
    ...(whole && sum('pictures') > 0 ? [counted(sum('pictures'), 'picture')] : []),
  ].join(' · ');
}

/** A chapter's first words; '' if it starts within a chapter of the file. */
export function beginningOf({ pieces: [first] }: PlannedChapter, beginnings: ReadonlyMap<number, string>): string {
  return first?.from === 0 ? (beginnings.get(first.chapter) ?? '') : '';
}
