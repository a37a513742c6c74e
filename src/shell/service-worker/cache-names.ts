/** Prefix of every cache name of the site, for any brand. */
export const ANY_CACHE = 'lectern/';

/** Cache names of one brand; the API prefix distinguishes brands on one origin. */
export interface CacheNames {
  /** Common prefix of the brand's cache names. */
  readonly own: string;
  /** Cache of the offline page and its files. */
  readonly shell: string;
  /** Cache of recently viewed pages. */
  readonly pages: string;
  /** Cache of files with a hash in their name. */
  readonly files: string;
  /** Cache of files that downloaded books need: never evicted. */
  readonly downloadedFiles: string;
  /** Prefix of the caches of downloaded books. */
  readonly books: string;
  book(id: number): string;
  /** Cache of the texts of chapters that the visitor has unlocked; deleted on sign-out. */
  readonly unlocked: string;
}

/** The cache names of a brand. @param prefix the brand's API prefix, such as `/freenovel_api` */
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

/**
 * API calls whose responses are stored with downloaded books, and the parameters that identify a response. Other
 * parameters are ignored.
 */
const DOWNLOADED_CALLS: Readonly<Record<string, readonly string[]>> = {
  'book.chapters': ['book_id'],
  'chapter.show': ['book_id', 'chapter_id'],
};

/** The cache key of a call's response; undefined for calls that are never cached. */
export function downloadedCallKey(prefix: string, path: string, query: URLSearchParams): string | undefined {
  const name = path.startsWith(`${prefix}/v1/`) ? path.slice(prefix.length + 4) : '';
  const parameters = Object.hasOwn(DOWNLOADED_CALLS, name) ? DOWNLOADED_CALLS[name] : undefined;
  if (!parameters) return undefined;
  return `${path}?${new URLSearchParams(parameters.map((key) => [key, query.get(key) ?? '']))}`;
}

/** Whether the path is a cover or a picture in a book, which is the same for all visitors. */
export const isPicture = (prefix: string, path: string): boolean => path.startsWith(`${prefix}/media/`);
