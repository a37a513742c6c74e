import { LOCALE_CODES, type LocaleCode, localePrefix } from '#src/contract/locales.ts';
import { PAGE_KINDS, type PageKind } from '#src/routes/page-kinds.ts';

/* Regular expressions for nginx (PCRE) and Caddy (RE2). They contain no lookahead, which RE2 does not support. */

/** A character of a path that is never percent-encoded (by `encodeURIComponent`), except the dot. */
const PLAIN = "[A-Za-z0-9_!~*'()-]";

/**
 * A percent-encoded byte that must be encoded and may occur in a file name: no slash, backslash or control character.
 */
const ENCODED = '%(?:2[02-6BC]|3[A-F]|40|5[BDE]|60|7[BCD]|[89A-F][0-9A-F])';

/** A segment in its only valid spelling. Excludes `.` and `..`. */
const SEGMENT = String.raw`(?:\.{0,2}(?:${PLAIN}|${ENCODED})|\.{3})(?:${PLAIN}|\.|${ENCODED})*`;

/** A path in its only valid spelling, as returned by `normalisePath` in src/routes/parse.ts, except `/`. */
export const CANONICAL_PATH = `(?:/${SEGMENT})+`;

/**
 * Paths without percent-encoding and without segments that begin with a dot. Most paths are of this kind, and matching
 * them is fast.
 */
export const UNENCODED_PATH = "(?:/[A-Za-z0-9_!~*'()-][A-Za-z0-9_!~*'().-]*)+";

/**
 * Canonical paths whose decoded form Caddy can look up. Caddy would interpret some other characters as a pattern or as
 * the start of a query.
 */
export const PLAIN_PATH = String.raw`(?:/\.?(?:[A-Za-z0-9_!~'()-]|%[89A-F][0-9A-F])(?:[A-Za-z0-9_!~'().-]|%[89A-F][0-9A-F])*)+`;

/** Paths of browser files with a hash in their name. */
export const HASHED_FILE = '/(?:_astro|_brand)(?:/[A-Za-z0-9_@-][A-Za-z0-9._@-]*)+';

/** Paths of browser files directly below the root, such as `/favicon.ico`. */
export const ROOT_FILE = String.raw`/[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*\.(?:ico|txt|xml|svg|png|webp|webmanifest|js)`;

/** Paths of feeds that are files of the release (src/routes/paths.ts). */
export const FEED_FILE = String.raw`(?:/[a-z]{2})?/feeds(?:/[A-Za-z0-9_-]+)+\.(?:rss|atom|opds2?)`;

/** Paths of release files without a hash in their name. */
export const NAMED_FILE = `(?:${ROOT_FILE}|${FEED_FILE})`;

/** File name suffixes of compressed variants, which have no URL of their own. */
export const COMPRESSED_FORM = String.raw`\.(?:br|gz)`;

/**
 * A query that contains only campaign parameters. The server ignores them; a script in the browser reads them
 * (src/features/campaign/campaign.inline.ts).
 */
export const CAMPAIGN_QUERY = '(?:(?:utm_[a-z_]+|gclid|fbclid|ref)=[^&]*(?:&|$))+';

/**
 * Files of a release that are not served under their own path: an error page is sent with a different status, and
 * `index.html` is the page at `/`.
 */
const NOT_AT_THEIR_NAME = ['/index', '/400', '/404', '/500'];

/** Decoded paths for which our server always chooses the response, even if a file exists. */
export function serverOnly(locales: readonly LocaleCode[]): string[] {
  return locales.flatMap((code) => NOT_AT_THEIR_NAME.map((path) => localePrefix(code) + path));
}

/** Path prefixes of inactive locales. A release may still contain pages in these locales. */
export const inactivePrefixes = (locales: readonly LocaleCode[]): string[] =>
  LOCALE_CODES.filter((code) => !locales.includes(code))
    .map(localePrefix)
    .filter((prefix) => prefix !== '');

/**
 * Patterns for the decoded canonical paths of pages that may be rendered on request and cached, because their file in
 * src/pages sets a cache lifetime. `always`: pages for which no release has a file. `either`: pages for which a release
 * may have one. Lists are in `either`, because a query can filter them.
 * @param booksOnRequest whether no release of the brand has novel pages and chapters
 */
export function cacheablePages(
  locales: readonly LocaleCode[],
  booksOnRequest: boolean,
): { always: string; either: string } {
  const prefixes = locales.map(localePrefix).filter((prefix) => prefix !== '');
  const locale = prefixes.length === 0 ? '' : `(?:${prefixes.join('|')})?`;
  const anyOf = (patterns: readonly string[]) => `${locale}/(?:${patterns.join('|')})`;
  const [always, books, lists] = [cachedOf('on-demand'), cachedOf('hybrid'), cachedOf('prerendered')];
  return booksOnRequest
    ? { always: anyOf([...books, ...always]), either: anyOf(lists) }
    : { always: anyOf(always), either: anyOf([...books, ...lists]) };
}

const cachedOf = (rendering: PageKind['rendering']): string[] =>
  Object.values(PAGE_KINDS).flatMap((row) =>
    row.rendering === rendering && row.cached !== undefined ? [row.cached] : [],
  );

/** Whether the language of `/` depends on the visitor. */
export const homeDependsOnVisitor = (locales: readonly LocaleCode[]) => locales.length > 1;
