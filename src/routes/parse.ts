import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from '#src/contract/locales.ts';
import { aliasOf } from './aliases.ts';
import { type FixedKind, isFixed, KINDS, PAGE_KINDS, type RouteKind } from './page-kinds.ts';
import { ACCOUNT_PAGES, isFeedFormat } from './paths.ts';

/** A parsed path. */
export interface Match {
  readonly kind: RouteKind;
  readonly locale: LocaleCode;
  /** Named segments of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly page: number;
  /** Aliases that the page may have, most likely first; empty if the path has only one spelling. */
  readonly aliases: readonly string[];
}

type Found = Omit<Match, 'locale'> | undefined;
type Parser = (segments: readonly string[]) => Found;

/**
 * Parses a path (decoded or not, without query). Returns undefined if no route matches.
 * @param locales the brand's active locales; the code of an inactive locale does not count as a prefix
 */
export function parsePath(path: string, locales: readonly LocaleCode[]): Match | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const [first] = segments;
  const prefixed = first !== undefined && first !== DEFAULT_LOCALE && isLocaleCode(first) && locales.includes(first);
  const [head, ...below] = prefixed ? segments.slice(1) : segments;
  const match = head === undefined ? matchOf('home') : parseBelow(head, below);
  return match && { ...match, locale: prefixed ? first : DEFAULT_LOCALE };
}

function parseBelow(head: string, segments: readonly string[]): Found {
  const parsers = PARSERS_BELOW.get(head);
  if (parsers === undefined) return token(head)(segments);
  for (const parse of parsers) {
    const match = parse(segments);
    if (match !== undefined) return match;
  }
  return undefined;
}

/** Normalises slashes and percent-encoding: single slashes, none at the end, and encoding only where needed. */
export function normalisePath(path: string): string | undefined {
  const segments = decodeSegments(path);
  return segments && `/${segments.map(encodeURIComponent).join('/')}`;
}

/**
 * Returns the path with the fixed words of its route in canonical case: `/genres/7` for `/Genres/7`. Names and search
 * words are unchanged.
 * @returns undefined if the path is already in canonical case, or no route matches in any case
 */
export function pathInItsCase(path: string, locales: readonly LocaleCode[]): string | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const prefix = locales.filter((code) => code !== DEFAULT_LOCALE && isSameWord(code, segments[0])).slice(0, 1);
  const [head, child, ...below] = segments.slice(prefix.length);
  const route = [...PARSERS_BELOW.keys()].find((name) => isSameWord(name, head)) ?? head;
  const page = route === 'myinfo' ? (ACCOUNT_PAGES.find((name) => isSameWord(name, child)) ?? child) : child;
  const canonical = [...prefix, route, page, ...below].filter((segment) => segment !== undefined);
  const inCase = `/${canonical.map(encodeURIComponent).join('/')}`;
  const kind = parsePath(inCase, locales)?.kind;
  return kind === undefined || kind === 'token' || inCase === normalisePath(path) ? undefined : inCase;
}

const isSameWord = (word: string, other: string | undefined) => word.toLowerCase() === other?.toLowerCase();

function decodeSegments(path: string): string[] | undefined {
  try {
    const segments = path
      .split('/')
      .filter((segment) => segment !== '')
      .map(decodeURIComponent);
    return segments.some((segment) => /^\.{1,2}$|[/\\\p{Cc}]/u.test(segment)) ? undefined : segments;
  } catch {
    return undefined;
  }
}

const matchOf = (kind: RouteKind, params: Record<string, string> = {}, aliases: string[] = [], page = 1): Found => ({
  kind,
  params,
  page,
  aliases,
});

const isNumber = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,14}$/.test(text);

const only =
  (kind: RouteKind): Parser =>
  (segments) =>
    segments.length === 0 ? matchOf(kind) : undefined;

/** Removes a last segment `page-N`, for listings whose route has no page parameter. */
const paged =
  (parser: Parser): Parser =>
  (segments) => {
    const last = /^page-([1-9]\d{0,8})$/.exec(segments.at(-1) ?? '');
    if (!last) return parser(segments);
    const match = parser(segments.slice(0, -1));
    return match && Object.keys(match.params).length > 0 ? { ...match, page: Number(last[1]) } : undefined;
  };

/** Parses `{id}/{name?}`. */
const entry = (kind: RouteKind, name: (id: string) => string): Parser =>
  paged(([id, ...more]) => (isNumber(id) && more.length <= 1 ? matchOf(kind, { id }, [name(id)]) : undefined));

const category: Parser = paged(([one, two, ...more]) => {
  if (one === undefined) return matchOf('genres', {}, [aliasOf.genres()]);
  if (more.length > 1) return undefined;
  if (two === undefined) return matchOf('category', { name: one }, [aliasOf.category(one), aliasOf.subAlone(one)]);
  const nested = aliasOf.subCategory(one, two);
  return matchOf('category', { name: one, sub: two }, more.length === 1 ? [nested] : [nested, aliasOf.subAlone(one)]);
});

const section: Parser = paged(([one, two, ...more]) => {
  if (one === undefined || more.length > 0) return undefined;
  if (isNumber(one)) return matchOf('section', { id: one }, [aliasOf.section(one)]);
  return two === undefined ? matchOf('section', { name: one }, [aliasOf.sectionName(one)]) : undefined;
});

const letter: Parser = ([text, page, ...more]) => {
  if (text === undefined || more.length > 0 || (page !== undefined && !isNumber(page))) return undefined;
  const name = text === '#' ? '0' : text.toUpperCase();
  return /^[A-Z0]$/.test(name)
    ? matchOf('letter', { letter: name }, [aliasOf.letter(name)], Number(page ?? 1))
    : undefined;
};

const keywords: Parser = ([page, ...more]) =>
  more.length === 0 && (page === undefined || isNumber(page))
    ? matchOf('keywords', {}, [aliasOf.keywords()], Number(page ?? 1))
    : undefined;

const keyword: Parser = ([name, page, ...more]) =>
  name !== undefined && more.length === 0 && (page === undefined || isNumber(page))
    ? matchOf('keyword', { name }, [aliasOf.keyword(name)], Number(page ?? 1))
    : undefined;

const ranking: Parser = (segments) => {
  const [alone = ''] = segments;
  if (segments.length === 1 && !/^\d/.test(alone)) return matchOf('ranking', { type: alone }, [aliasOf.ranking(alone)]);
  const [num, id, type] = [...segments].reverse();
  if (segments.length > 3 || (num !== undefined && !isNumber(num)) || (type !== undefined && !isNumber(id)))
    return undefined;
  const page = Number(num ?? 1);
  if (id === undefined) return matchOf('ranking', {}, [aliasOf.ranking()], page);
  if (type === undefined) return matchOf('ranking', { type: id }, [aliasOf.ranking(id)], page);
  return matchOf('ranking', { type, id }, [aliasOf.ranking(type, id)], page);
};

/**
 * Parses `{bookId?}/{category?}/{bookName}`. With two segments, a numeric first segment is the id, otherwise the
 * category. A single numeric segment may be the id or the name, so it is returned as both.
 */
const book =
  (kind: RouteKind): Parser =>
  (segments) => {
    const [one, two, three] = segments;
    if (one === undefined || segments.length > 3) return undefined;
    const id = isNumber(one) ? { id: one } : {};
    if (three !== undefined)
      return isNumber(one) ? matchOf(kind, { ...id, category: two ?? '', name: three }) : undefined;
    if (two === undefined) return matchOf(kind, { ...id, name: one });
    return matchOf(kind, isNumber(one) ? id : { category: one, name: two });
  };

const authorPages: Parser = paged(([id, name, ...more]) =>
  isNumber(id) && more.length === 0 ? matchOf('author', { id, ...(name === undefined ? {} : { name }) }) : undefined,
);

/**
 * The first page has no number. `page-1` is an alternative spelling, so it is parsed without the name and redirected.
 */
const author: Parser = (segments) => authorPages(segments.at(-1) === 'page-1' ? segments.slice(0, 1) : segments);

const reader: Parser = ([bookId, chapterId, ...more]) => {
  if (more.length > 0 || !isNumber(bookId) || (chapterId !== undefined && !isNumber(chapterId))) return undefined;
  return matchOf('reader', { bookId, ...(chapterId ? { chapterId } : {}) });
};

/** Parses a feed that is rendered on request. All other feeds are files of the release. */
const feed =
  (kind: 'authorFeed' | 'bookFeed', of: string): Parser =>
  ([first, file = '', ...more]) => {
    const [id, format = '', ...extra] = file.split('.');
    if (first !== of || !isNumber(id) || !isFeedFormat(format) || more.length > 0 || extra.length > 0) return undefined;
    // A book's feed is not available as a catalog, because it lists chapters and catalogs list books.
    return kind === 'bookFeed' && format.startsWith('opds') ? undefined : matchOf(kind, { id, format });
  };

/** Parses `{book ids}.{look}.jpg`, with each book once, in the order of the image. */
const sharePicture: Parser = ([file = '', ...more]) => {
  const [, books, look] = /^([1-9]\d{0,14}(?:-[1-9]\d{0,14}){0,3})\.([0-9a-f]{10})\.jpg$/.exec(file) ?? [];
  if (books === undefined || look === undefined || more.length > 0) return undefined;
  const ids = books.split('-');
  return new Set(ids).size < ids.length ? undefined : matchOf('sharePicture', { books, look });
};

/**
 * `form` distinguishes the canonical `result/{word}` from other spellings. The literal `result` takes precedence over a
 * word.
 */
const search: Parser = ([one, two, ...more]) => {
  if (more.length > 0) return undefined;
  if (two !== undefined) return matchOf('search', { word: two, form: one === 'result' ? 'result' : 'other' });
  if (one === undefined) return matchOf('search');
  return matchOf('search', one === 'result' ? { form: 'result' } : { word: one, form: 'word' });
};

const searchMore: Parser = ([one, two, ...more]) => {
  if (more.length > 0 || (one !== 'result' && two !== undefined)) return undefined;
  if (two !== undefined) return matchOf('searchMore', { word: two, form: 'result' });
  if (one === undefined) return matchOf('searchMore');
  return one === 'result'
    ? matchOf('searchMore', { form: 'result' })
    : matchOf('searchMore', { word: one, form: 'word' });
};

const help: Parser = (segments) => {
  const [activeId, bookId] = [...segments].reverse();
  if (!isNumber(activeId) || segments.length > 2 || (bookId !== undefined && !isNumber(bookId))) return undefined;
  return matchOf('help', { activeId, ...(bookId ? { bookId } : {}) });
};

const account: Parser = ([child, ...more]) => {
  if (child === undefined) return matchOf('myinfo');
  return more.length === 0 && ACCOUNT_PAGES.some((page) => page === child) ? matchOf('myinfo', { child }) : undefined;
};

const brandPage: Parser = ([slug, ...more]) =>
  slug !== undefined && more.length === 0 ? matchOf('brandPage', { slug }) : undefined;

/** Parses a single segment that is not a route: the token of a shared link. */
const token =
  (text: string): Parser =>
  (segments) =>
    segments.length === 0 && /^[A-Za-z0-9_-]{16,64}$/.test(text) ? matchOf('token', { token: text }) : undefined;

/**
 * Kinds without a fixed first segment: `home` has none, `token` is any single segment that is not another route, and
 * `notFound` is only shown by error responses.
 */
const UNPARSED = ['home', 'token', 'notFound'] as const;
type Unparsed = (typeof UNPARSED)[number];

/** Parsers by kind, for the path after the first segment. The address of any other kind is its only path. */
const PARSERS: Readonly<Record<Exclude<RouteKind, FixedKind | Unparsed>, Parser>> = {
  genre: entry('genre', aliasOf.genre),
  tag: entry('tag', aliasOf.tag),
  allTags: entry('allTags', aliasOf.allTags),
  category,
  letter,
  keywords,
  keyword,
  ranking,
  section,
  myinfo: account,
  brandPage,
  novel: book('novel'),
  activeNovel: book('activeNovel'),
  author,
  reader,
  authorFeed: feed('authorFeed', 'author'),
  bookFeed: feed('bookFeed', 'book'),
  sharePicture,
  search,
  searchMore,
  help,
};

/** Parsers by first segment, in the order of the table of kinds. */
const PARSERS_BELOW = new Map<string, Parser[]>();
for (const kind of KINDS) {
  if (UNPARSED.some((unparsed) => unparsed === kind)) continue;
  const parse = isFixed(kind) ? only(kind) : PARSERS[kind as keyof typeof PARSERS];
  const head = PAGE_KINDS[kind].address.split('/')[1] ?? '';
  PARSERS_BELOW.set(head, [...(PARSERS_BELOW.get(head) ?? []), parse]);
}
