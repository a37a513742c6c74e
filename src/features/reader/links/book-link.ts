import { isBookFragment } from '#src/contract/chapter/book-href.ts';
import { isNoteLabel } from '#src/lib/note-label.ts';
import { articleOf, factsOf, partsShown } from '../island/articles.ts';
import { prefetchChapter } from '../loaded-chapters/fetch-chapter.ts';

/** A link from a chapter to another place in the same book. */
export interface BookLink {
  readonly element: HTMLAnchorElement;
  /** The chapter's section that contains the link. */
  readonly part: HTMLElement;
  /** Path of the target chapter. */
  readonly path: string;
  readonly hash: string;
}

/** Parses a link of a chapter. @returns null if the link leaves the book */
export function bookLinkOf(element: HTMLAnchorElement): BookLink | null {
  const part = element.closest<HTMLElement>('[data-reader-part]');
  const ownPath = part?.dataset['href'];
  const href = element.getAttribute('href');
  if (!part || ownPath === undefined || href === null) return null;
  const { origin, pathname, hash } = new URL(href, location.origin + ownPath);
  const isInside = origin === location.origin && bookOf(pathname) === bookOf(ownPath) && isBookFragment(hash);
  return isInside ? { element, part, path: pathname, hash } : null;
}

/** The common beginning of the paths of a book's chapters, which differ only in the id at the end. */
const bookOf = (path: string): string => path.replace(/\d+$/, '');

/** The chapter id in a path. */
export const chapterAt = (path: string): number => Number(/\d+$/.exec(path)?.[0]);

export const pathOfChapter = (id: number): string => bookOf(location.pathname) + id;

export const partAt = (path: string): HTMLElement | undefined =>
  partsShown().find((part) => part.dataset['href'] === path);

/**
 * The element that a fragment names in a chapter's section; the section itself if the fragment stands for the whole
 * chapter.
 */
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
 * The note that a link opens, which may be in another chapter.
 * @returns null if the target is not a note or its chapter fails to load
 */
export async function noteOf({ element, part, path, hash }: BookLink): Promise<Element | null> {
  const isMarked = element.matches('.text-note-ref');
  if (element.matches('.text-note-back') || !(isMarked || isLabel(element))) return null;
  const targetPart = partAt(path) ?? (await prefetchChapter(path))?.part;
  const target = targetPart ? targetIn(targetPart, hash) : null;
  if (!targetPart || !target || target === targetPart) return null;
  return isMarked || isLater(element, part, target, targetPart) ? target : null;
}

export const isLabel = ({ textContent }: Element): boolean => isNoteLabel(textContent ?? '');

/**
 * Whether the target comes after the link. Only then can the link be a note reference, because a link after or inside
 * its target leads back from a note.
 */
function isLater(link: Element, part: HTMLElement, target: Element, targetPart: HTMLElement): boolean {
  if (part !== targetPart) return factsOf(targetPart).number > factsOf(part).number;
  const isBefore = (link.compareDocumentPosition(target) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  return isBefore && articleOf(part)?.contains(target) === true;
}
