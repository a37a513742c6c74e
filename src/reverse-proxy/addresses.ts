import { LOCALE_CODES, type LocaleCode, localePrefix } from '#src/contract/locales.ts';

/*
 * Regular expressions for nginx (PCRE) and Caddy (RE2). RE2 has no lookahead, so none of them uses it.
 */

/** A character of a path that is never percent-encoded, the dot aside (`encodeURIComponent`). */
const PLAIN = "[A-Za-z0-9_!~*'()-]";

/** A percent-encoded byte that has to be encoded and can stand in a file's name: no slash, backslash or control character. */
const ENCODED = '%(?:2[02-6BC]|3[A-F]|40|5[BDE]|60|7[BCD]|[89A-F][0-9A-F])';

/** A segment in its one spelling. It is neither `.` nor `..`. */
const SEGMENT = String.raw`(?:\.{0,2}(?:${PLAIN}|${ENCODED})|\.{3})(?:${PLAIN}|\.|${ENCODED})*`;

/** A path in its one spelling, as `normalisePath` in src/routes/parse.ts makes it; not `/` itself. */
export const CANONICAL_PATH = `(?:/${SEGMENT})+`;

/** Of those, the many without percent-encoding and without a segment that begins with a dot. It is quick to match. */
export const UNENCODED_PATH = "(?:/[A-Za-z0-9_!~*'()-][A-Za-z0-9_!~*'().-]*)+";

/**
 * Of all canonical paths, the ones that Caddy finds by their decoded form. It would take some of the other characters as a pattern or
 * as the beginning of a query.
 */
export const PLAIN_PATH = String.raw`(?:/\.?(?:[A-Za-z0-9_!~'()-]|%[89A-F][0-9A-F])(?:[A-Za-z0-9_!~'().-]|%[89A-F][0-9A-F])*)+`;

/** Browser files with a hash in their name. */
export const HASHED_FILE = '/(?:_astro|_brand)(?:/[A-Za-z0-9_@-][A-Za-z0-9._@-]*)+';

/** Browser files straight below the root, such as `/favicon.ico`. */
export const ROOT_FILE = String.raw`/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.(?:ico|txt|xml|svg|png|webp|webmanifest|js)`;

/** Feeds that are files of the release (src/routes/paths.ts). */
export const FEED_FILE = String.raw`(?:/[a-z]{2})?/feeds(?:/[A-Za-z0-9_-]+)+\.(?:rss|atom|opds2?)`;

/** Files of a release without a hash in their name. */
export const NAMED_FILE = `(?:${ROOT_FILE}|${FEED_FILE})`;

/** Files of a release that are no answers of their own: they stand beside the file whose compressed form they are. */
export const COMPRESSED_FORM = String.raw`\.(?:br|gz)`;

/** A query that no page reads: marks of a campaign. The browser reads them (src/browser/inline/campaign.js). */
export const CAMPAIGN_QUERY = '(?:(?:utm_[a-z_]+|gclid|fbclid|ref)=[^&]*(?:&|$))+';

/**
 * Files of a release that are not answered at the address of their name: error pages have another status, and
 * `index.html` is the page at `/`.
 */
const NOT_AT_THEIR_NAME = ['/index', '/400', '/404', '/500'];

/** Decoded addresses below which the server decides alone, whatever files there are. */
export function serverOnly(locales: readonly LocaleCode[]): string[] {
  return locales.flatMap((code) => NOT_AT_THEIR_NAME.map((path) => localePrefix(code) + path));
}

/** Prefixes of locales that are not active. A release may still have their pages. */
export const inactivePrefixes = (locales: readonly LocaleCode[]): string[] =>
  LOCALE_CODES.filter((code) => !locales.includes(code))
    .map(localePrefix)
    .filter((prefix) => prefix !== '');

/**
 * Canonical addresses, decoded, of pages that may be rendered on request and kept: what sets a cache in src/pages.
 * `always` are those of which no release has a file, `either` those of which it may have one. Lists stand among the latter
 * because a query can filter them.
 * @param booksOnRequest no release of the brand has novel pages and chapters
 */
export function keptPages(locales: readonly LocaleCode[], booksOnRequest: boolean): { always: string; either: string } {
  const prefixes = locales.map(localePrefix).filter((prefix) => prefix !== '');
  const locale = prefixes.length === 0 ? '' : `(?:${prefixes.join('|')})?`;
  const anyOf = (patterns: readonly string[]) => `${locale}/(?:${patterns.join('|')})`;
  return booksOnRequest
    ? { always: anyOf([...BOOKS, ...ALWAYS_RENDERED]), either: anyOf(LISTS) }
    : { always: anyOf(ALWAYS_RENDERED), either: anyOf([...BOOKS, ...LISTS]) };
}

const BOOKS = [String.raw`novel/\d+/[^/]+/[^/]+`, String.raw`book-reader/\d+/\d+`];

const ALWAYS_RENDERED = [
  String.raw`active-novel/\d+/[^/]+/[^/]+`,
  String.raw`author/\d+/[^/]+(?:/page-\d+)?`,
  'search(?:/result/[^/]+)?',
  'search-more/result/[^/]+',
  String.raw`share/[\d-]+\.[0-9a-f]{10}\.jpg`,
  String.raw`feeds/author/\d+\.(?:rss|atom|opds2?)`,
  String.raw`feeds/book/\d+\.(?:rss|atom)`,
];

const LISTS = [String.raw`(?:genres|tags)/\d+/[^/]+(?:/page-\d+)?`, 'category/.+'];

/** Whether `/` is answered in a language that depends on the visitor. */
export const homeDependsOnVisitor = (locales: readonly LocaleCode[]) => locales.length > 1;
