/** The chapters in the page, in reading order: one, or several where they flow on. */
export const articlesShown = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-reader-text]')];

/** Id of an article's chapter. */
export const chapterOf = (article: HTMLElement): number => Number(article.dataset['chapter']);

/** The chapters with what stands around each: the way to the rest of a locked one. */
export const partsShown = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-reader-part]')];

export const articleOf = (part: HTMLElement): HTMLElement | null => part.querySelector('[data-reader-text]');

/** The part that is being read; the flow marks it. */
export const currentPart = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('[data-reader-part][data-current]') ?? partsShown()[0] ?? null;

/** The article in which the eye is. */
export function currentArticle(): HTMLElement | null {
  const part = currentPart();
  return part && articleOf(part);
}

/** What a part tells of its chapter. */
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
