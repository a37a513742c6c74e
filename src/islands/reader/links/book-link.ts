import { isBookFragment } from '#src/lib/book-href.ts';
import { articleOf, factsOf, partsShown } from '../articles.ts';
import { prefetchChapter } from '../loaded-chapters/fetch-chapter.ts';

/** A link of a chapter to another place of its book. */
export interface BookLink {
  readonly element: HTMLAnchorElement;
  /** The part in which it stands. */
  readonly part: HTMLElement;
  /** Path of the chapter that it leads to. */
  readonly path: string;
  readonly hash: string;
}

/** @returns null where the link leaves the book */
export function bookLinkOf(element: HTMLAnchorElement): BookLink | null {
  const part = element.closest<HTMLElement>('[data-reader-part]');
  const own = part?.dataset['href'];
  const href = element.getAttribute('href');
  if (!part || own === undefined || href === null) return null;
  const { origin, pathname, hash } = new URL(href, location.origin + own);
  const isInside = origin === location.origin && bookOf(pathname) === bookOf(own) && isBookFragment(hash);
  return isInside ? { element, part, path: pathname, hash } : null;
}

/** Chapters of a book have one address but for the id at its end. */
const bookOf = (path: string): string => path.replace(/\d+$/, '');

/** Id of the chapter at a path. */
export const chapterAt = (path: string): number => Number(/\d+$/.exec(path)?.[0]);

export const pathOfChapter = (id: number): string => bookOf(location.pathname) + id;

export const partAt = (path: string): HTMLElement | undefined =>
  partsShown().find((part) => part.dataset['href'] === path);

/** What the fragment of an address names in a part; the part itself where it names the whole chapter. */
export function targetIn(part: HTMLElement, hash: string): Element | null {
  const id = idOf(hash);
  return part.querySelector(`[id="${CSS.escape(id)}"]`) ?? (id === 'top' ? part : null);
}

function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return hash.slice(1);
  }
}

/**
 * The note that a link opens, out of whatever chapter it is in.
 * @returns null where the link leads to no note, or its chapter cannot be had
 */
export async function noteOf({ element, part, path, hash }: BookLink): Promise<Element | null> {
  const isMarked = element.matches('.text-note-ref');
  if (element.matches('.text-note-back') || !(isMarked || isLabel(element))) return null;
  const there = partAt(path) ?? (await prefetchChapter(path))?.part;
  const target = there ? targetIn(there, hash) : null;
  if (!there || !target || target === there) return null;
  return isMarked || isLater(element, part, target, there) ? target : null;
}

/** What stands for a note in a text: a number, a letter or a sign, with brackets or without. */
const LABEL = /^[[({]?(?:note\s)?(?:\d{1,4}|[ivxlc]{1,6}|[a-z]|[*†‡§¶#]{1,4})[\])}]?[.:]?$/i;

export const isLabel = ({ textContent }: Element): boolean => LABEL.test(textContent?.trim() ?? '');

/** A label before its note is the reference; the one after it, or beside it, leads back. */
function isLater(link: Element, part: HTMLElement, target: Element, there: HTMLElement): boolean {
  if (part !== there) return factsOf(there).number > factsOf(part).number;
  const isBefore = (link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isBefore && articleOf(part)?.contains(target) === true;
}
