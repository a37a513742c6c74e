import { REPORT_LIMITS } from '#src/contract/calls/report.ts';
import { chapterOf, currentPart, factsOf } from '../island/articles.ts';
import type { ReportedPassage } from '../state/reader-panels.ts';

/** The page's report form; null if the upstream accepts no reports. */
export const reportForm = (): HTMLFormElement | null => document.querySelector<HTMLFormElement>('.report-form');

/** The current chapter, as the subject of a report; null if there is none. */
export function reportedChapter(): ReportedPassage | null {
  const part = currentPart();
  if (!part) return null;
  const { id: chapter, title } = factsOf(part);
  return { chapter, title, passage: '' };
}

/** A selected passage as the subject of a report. */
export const reportedPassage = (article: HTMLElement, text: string): ReportedPassage => ({
  chapter: chapterOf(article),
  title: article.querySelector('.reader-title')?.textContent ?? '',
  passage: text.slice(0, REPORT_LIMITS.passage),
});
