import { currentPart } from '../island/articles.ts';
import { makeCurrent, nextPart, previousPart, setOpenedPart } from '../loaded-chapters/loaded-chapters.ts';
import { isPaged, pageNumber, showPage } from './page-columns.ts';

export type Step = 1 | -1;

/** Turns to the next or previous page, across chapters. Does nothing before the first page. */
export async function turnPage(step: Step): Promise<void> {
  const part = currentPart();
  if (!part) return;
  if (leaveEnd(step)) return;
  const { index, count } = pageNumber(part);
  const to = index + step;
  if (to >= 0 && to < count) return showPage(part, to);
  const next = await neighbourOf(part, step);
  if (next) enter(next, step === 1 ? 0 : pagesOf(next) - 1);
  else if (step === 1) passLastPage(part);
}

/**
 * Shows the beginning of the next or previous chapter. If the chapter cannot be loaded into this page, opens `href`.
 */
export async function turnChapter(step: Step, href: string): Promise<void> {
  const part = currentPart();
  const to = part && (await neighbourOf(part, step));
  if (to) enter(to, 0);
  else location.assign(href);
}

const neighbourOf = (part: HTMLElement, step: Step) => (step === 1 ? nextPart(part) : previousPart(part));

function enter(part: HTMLElement, page: number): void {
  leaveEnd(-1);
  makeCurrent(part);
  if (isPaged()) showPage(part, page);
  else part.scrollIntoView({ block: 'start', behavior: 'instant' });
  setOpenedPart(part);
  // Makes the scroll listeners process the new chapter even if the scroll position has not changed.
  dispatchEvent(new Event('scroll'));
}

/**
 * The number of pages of a chapter. Makes it the current chapter, because pages can only be counted while the chapter
 * is visible.
 */
function pagesOf(part: HTMLElement): number {
  makeCurrent(part);
  return pageNumber(part).count;
}

/**
 * Called after the last page of a chapter if no chapter could be appended: opens the page of the next chapter or, if
 * there is none, shows the end of the book.
 */
function passLastPage(part: HTMLElement): void {
  const { next } = part.dataset;
  if (next === undefined) document.documentElement.dataset['ended'] = 'true';
  else location.assign(next);
}

/**
 * Hides the end of the book on a step back.
 * @returns whether the end of the book was visible; the step back then shows the last page
 */
function leaveEnd(step: Step): boolean {
  const { dataset } = document.documentElement;
  const ended = dataset['ended'] !== undefined;
  if (step === -1) delete dataset['ended'];
  return ended;
}
