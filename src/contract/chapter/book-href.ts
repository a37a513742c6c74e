/** Functions that build the URLs of pictures and chapters in a chapter's text. */
export interface ChapterAddresses {
  /** Returns the full URL of a picture whose URL is a path below the API prefix. */
  mediaUrl(url: string): string;
  /** Returns the path of another chapter of the book, by its id. */
  chapterHref(id: number): string;
  /** Returns the URL of another link that is kept as it is; undefined for links of books, which search engines ignore. */
  ownHref?(href: string): string | undefined;
}

/** Matches a link to another chapter of the same book, `chapter:<id>` or `chapter:<id>#<anchor>`. */
const CHAPTER_LINK = /^chapter:(\d{1,15})(?:#([^#\s]+))?$/;

/** Prefix of all ids in a chapter, so that they do not collide with ids of the page. */
export const ID_PREFIX = 'c-';
/**
 * Fragment of links to a whole chapter. With it, the reader detects that the visitor has followed a link within the
 * book.
 */
const TOP = 'top';

/**
 * Converts a link between two places in the book, as written in a chapter, to a URL of the page.
 * @param chapterHref returns the path of a chapter by its id
 * @returns undefined if the link leads elsewhere
 */
export function bookHref(link: string, chapterHref: (id: number) => string): string | undefined {
  if (link.length > 1 && link.startsWith('#')) return `#${ID_PREFIX}${link.slice(1)}`;
  const [, id, anchor] = CHAPTER_LINK.exec(link) ?? [];
  return id && `${chapterHref(Number(id))}#${anchor === undefined ? TOP : ID_PREFIX + anchor}`;
}

/** Whether `bookHref` created a URL with this fragment. */
export const isBookFragment = (hash: string): boolean => hash === `#${TOP}` || hash.startsWith(`#${ID_PREFIX}`);
