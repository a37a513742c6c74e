/** The text elements of all chapters in the page, in reading order. Scrolling loads more chapters. */
export const articlesShown = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-reader-text]')];

/** Id of the chapter to which a text element belongs. */
export const chapterOf = (article: HTMLElement): number => Number(article.dataset['chapter']);

/**
 * The sections ("parts") of all chapters in the page. A section contains a chapter's text and what belongs to it, such
 * as the form to unlock the chapter.
 */
export const partsShown = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-reader-part]')];

export const articleOf = (part: HTMLElement): HTMLElement | null => part.querySelector('[data-reader-text]');

/** The section of the chapter being read, as marked by `makeCurrent`. */
export const currentPart = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-reader-part][data-current]') ?? partsShown()[0] ?? null;

/** The text element of the chapter being read. */
export function currentArticle(): HTMLElement | null {
  const part = currentPart();
  return part && articleOf(part);
}

/** Data about a chapter, read from the attributes of its section. */
export interface ChapterFacts {
  readonly id: number;
  readonly number: number;
  readonly title: string;
  readonly words: number;
  readonly href: string;
  readonly previousHref: string | null;
  readonly nextHref: string | null;
}

export function factsOf(part: HTMLElement): ChapterFacts {
  const { words, href = '', previous, next } = part.dataset;
  const { chapter, number } = articleOf(part)?.dataset ?? {};
  return {
    id: Number(chapter),
    number: Number(number),
    words: Number(words),
    href,
    title: part.querySelector('.reader-title')?.textContent ?? '',
    previousHref: previous ?? null,
    nextHref: next ?? null,
  };
}
