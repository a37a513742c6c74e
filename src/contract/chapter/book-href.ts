/** Resolves the links and pictures of a chapter's text on its site. */
export interface ChapterAddresses {
  /** The full path of a picture, from its address below the prefix. */
  mediaUrl(url: string): string;
  /** The path of another chapter of the book by its id. */
  chapterHref(id: number): string;
}

/** A link to another chapter of the same book, `chapter:<id>` or `chapter:<id>#<anchor>`. */
const CHAPTER_LINK = /^chapter:(\d{1,15})(?:#([^#\s]+))?$/;

/** Prefix of every id in a chapter, so that no id collides with an id of the surrounding page. */
export const ID_PREFIX = 'c-';
/** Fragment of a link to a whole chapter. It lets the reader recognise that a link within the book was followed. */
const TOP = 'top';

/**
 * The page address of a link within the book.
 * @param chapterHref returns the address of a chapter by its id
 * @returns undefined for other kinds of links
 */
export function bookHref(link: string, chapterHref: (id: number) => string): string | undefined {
  if (link.length > 1 && link.startsWith('#')) return `#${ID_PREFIX}${link.slice(1)}`;
  const [, id, anchor] = CHAPTER_LINK.exec(link) ?? [];
  return id && `${chapterHref(Number(id))}#${anchor === undefined ? TOP : ID_PREFIX + anchor}`;
}

/** Whether a fragment belongs to a link within a book. */
export const isBookFragment = (hash: string): boolean => hash === `#${TOP}` || hash.startsWith(`#${ID_PREFIX}`);
