import { REPORT_LIMITS } from '#src/contract/calls/report.ts';
import type { ReportedPassage } from '#src/stores/reader-panels.ts';
import { chapterOf, currentPart, factsOf } from '../articles.ts';

/** The page's form; null where the upstream takes no reports. */
export const reportForm = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('.report-form');

/** The chapter that is read, as what a report is of. */
export function reportedChapter(): ReportedPassage | null {
  const part = currentPart();
  if (!part) return null;
  const { id: chapter, title } = factsOf(part);
  return { chapter, title, passage: '' };
}

/** The selected words of a chapter. */
export const reportedPassage = (article: HTMLElement, text: string): ReportedPassage => ({
  chapter: chapterOf(article),
  title: article.querySelector('.reader-title')?.textContent ?? '',
  passage: text.slice(0, REPORT_LIMITS.passage),
});
