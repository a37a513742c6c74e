/** What every cache of the site is called by first, whatever the brand. */
export const ANY_CACHE = 'lectern/';

/** Names of one brand's caches; its API prefix tells brands on one origin apart. */
export interface CacheNames {
  /** What all of them begin with. */
  readonly own: string;
  /** What there is to show without a connection and without a kept book. */
  readonly shell: string;
  /** Pages looked at last. */
  readonly pages: string;
  /** Files with a hash in their name. */
  readonly files: string;
  /** Those that kept books need: never cleared to make room. */
  readonly downloadedFiles: string;
  /** What all kept books begin with. */
  readonly books: string;
  book(id: number): string;
  /** Texts the visitor has unlocked; gone when they sign out. */
  readonly unlocked: string;
}

/** @param prefix the brand's API prefix, such as `/freenovel_api` */
export function cacheNames(prefix: string): CacheNames {
  const own = `${ANY_CACHE}${prefix.slice(1)}/`;
  return {
    own,
    shell: `${own}shell`,
    pages: `${own}pages`,
    files: `${own}files`,
    downloadedFiles: `${own}kept-files`,
    books: `${own}book/`,
    unlocked: `${own}unlocked`,
    book: (id) => `${own}book/${id}`,
  };
}

/** Calls of which a kept book answers, by what tells one answer from another; the rest of a query is left out. */
const DOWNLOADED_CALLS: Readonly<Record<string, readonly string[]>> = {
  'book.chapters': ['book_id'],
  'chapter.show': ['book_id', 'chapter_id'],
};

/** The address under which a kept call's answer stands; undefined for calls that are never kept. */
export function downloadedCallKey(prefix: string, path: string, query: URLSearchParams): string | undefined {
  const name = path.startsWith(`${prefix}/v1/`) ? path.slice(prefix.length + 4) : '';
  const asked = Object.hasOwn(DOWNLOADED_CALLS, name) ? DOWNLOADED_CALLS[name] : undefined;
  if (!asked) return undefined;
  return `${path}?${new URLSearchParams(asked.map((key) => [key, query.get(key) ?? '']))}`;
}

/** Covers and pictures of books: the same for everybody. */
export const isPicture = (prefix: string, path: string): boolean => path.startsWith(`${prefix}/media/`);
