import { currentPart } from '../articles.ts';
import { choose, makeCurrent, nextPart, previousPart } from '../loaded-chapters/loaded-chapters.ts';
import { isPaged, pageNumber, showPage } from './page-columns.ts';

export type Step = 1 | -1;

/** To the next page or the one before, over the ends of chapters too; nothing before the first one. */
export async function turnPage(step: Step): Promise<void> {
  const part = currentPart();
  if (!part) return;
  if (leaveEnd(step)) return;
  const { index, count } = pageNumber(part);
  const to = index + step;
  if (to >= 0 && to < count) return showPage(part, to);
  const next = await neighbourOf(part, step);
  if (next) enter(next, step === 1 ? 0 : pagesOf(next) - 1);
  else if (step === 1) turnOver(part);
}

/** To the beginning of the next chapter or the one before; the page at `href` where it does not come by itself. */
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
  choose(part);
  // A chapter may begin where the last one stood; whoever follows the scroll has to look all the same.
  dispatchEvent(new Event('scroll'));
}

/** The number of pages is known once the chapter shows. */
function pagesOf(part: HTMLElement): number {
  makeCurrent(part);
  return pageNumber(part).count;
}

/** Behind the last page: the next chapter's own page where it did not come, else what stands after a book. */
function turnOver(part: HTMLElement): void {
  const { next } = part.dataset;
  if (next === undefined) document.documentElement.dataset['ended'] = 'true';
  else location.assign(next);
}

/** @returns whether the end of the book showed; a step back leads to the last page again */
function leaveEnd(step: Step): boolean {
  const { dataset } = document.documentElement;
  const ended = dataset['ended'] !== undefined;
  if (step === -1) delete dataset['ended'];
  return ended;
}
