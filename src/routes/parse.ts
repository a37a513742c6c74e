import { DEFAULT_LOCALE, isLocaleCode, type LocaleCode } from '#src/contract/locales.ts';
import { aliasOf } from './aliases.ts';
import { ACCOUNT_PAGES, isFeedFormat, type RouteKind } from './paths.ts';

/** A parsed path. */
export interface Match {
  readonly kind: RouteKind;
  readonly locale: LocaleCode;
  /** Named segments of the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly page: number;
  /** Aliases that the page may have, most likely first; empty where the path has only one spelling. */
  readonly aliases: readonly string[];
}

type Found = Omit<Match, 'locale'> | undefined;
type Parser = (rest: readonly string[]) => Found;

/**
 * Parses a path (decoded or not, without query). Undefined where no route matches.
 * @param locales the brand's active locales; the prefix of any other locale is not taken for a prefix
 */
export function parsePath(path: string, locales: readonly LocaleCode[]): Match | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const [first] = segments;
  const prefixed = first !== undefined && first !== DEFAULT_LOCALE && isLocaleCode(first) && locales.includes(first);
  const [head, ...rest] = prefixed ? segments.slice(1) : segments;
  const parser = head === undefined ? only('home') : Object.hasOwn(PARSERS, head) ? PARSERS[head] : token(head);
  const found = parser?.(rest);
  return found && { ...found, locale: prefixed ? first : DEFAULT_LOCALE };
}

/** Normalises slashes and percent-encoding: single slashes, none at the end, encoding only where needed. */
export function normalisePath(path: string): string | undefined {
  const segments = decodeSegments(path);
  return segments && `/${segments.map(encodeURIComponent).join('/')}`;
}

/**
 * The path with the fixed words of its route in their own case: `/genres/7` for `/Genres/7`. Names and searched words stay
 * as they are.
 * @returns undefined where the path is in that case already, and where no route matches in any case
 */
export function pathInItsCase(path: string, locales: readonly LocaleCode[]): string | undefined {
  const segments = decodeSegments(path);
  if (!segments) return undefined;
  const prefix = locales.filter((code) => code !== DEFAULT_LOCALE && isSameWord(code, segments[0])).slice(0, 1);
  const [head, child, ...rest] = segments.slice(prefix.length);
  const route = Object.keys(PARSERS).find((name) => isSameWord(name, head)) ?? head;
  const page = route === 'myinfo' ? (ACCOUNT_PAGES.find((name) => isSameWord(name, child)) ?? child) : child;
  const given = [...prefix, route, page, ...rest].filter((segment) => segment !== undefined);
  const found = `/${given.map(encodeURIComponent).join('/')}`;
  const kind = parsePath(found, locales)?.kind;
  return kind === undefined || kind === 'token' || found === normalisePath(path) ? undefined : found;
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

const found = (kind: RouteKind, params: Record<string, string> = {}, aliases: string[] = [], page = 1): Found => ({
  kind,
  params,
  page,
  aliases,
});

const isNumber = (text: string | undefined): text is string => text !== undefined && /^[1-9]\d{0,14}$/.test(text);

const only =
  (kind: RouteKind): Parser =>
  (rest) =>
    rest.length === 0 ? found(kind) : undefined;

/** Removes a last segment `page-N`, for listings whose route has no page parameter of its own. */
const paged =
  (parser: Parser): Parser =>
  (rest) => {
    const last = /^page-([1-9]\d{0,8})$/.exec(rest.at(-1) ?? '');
    if (!last) return parser(rest);
    const match = parser(rest.slice(0, -1));
    return match && Object.keys(match.params).length > 0 ? { ...match, page: Number(last[1]) } : undefined;
  };

/** The index page without segments, else `{id}/{name?}`. */
const indexOrEntry = (index: RouteKind, entry: RouteKind, name: (id: string) => string): Parser =>
  paged(([id, ...more]) => {
    if (id === undefined) return found(index);
    return isNumber(id) && more.length <= 1 ? found(entry, { id }, [name(id)]) : undefined;
  });

const category: Parser = paged(([one, two, ...more]) => {
  if (one === undefined) return found('genres', {}, [aliasOf.genres()]);
  if (more.length > 1) return undefined;
  if (two === undefined) return found('category', { name: one }, [aliasOf.category(one), aliasOf.subAlone(one)]);
  const nested = aliasOf.subCategory(one, two);
  return found('category', { name: one, sub: two }, more.length === 1 ? [nested] : [nested, aliasOf.subAlone(one)]);
});

const section: Parser = paged(([one, two, ...more]) => {
  if (one === undefined || more.length > 0) return undefined;
  if (isNumber(one)) return found('section', { id: one }, [aliasOf.section(one)]);
  return two === undefined ? found('section', { name: one }, [aliasOf.sectionName(one)]) : undefined;
});

const hotnovels: Parser = ([letter, page, ...more]) => {
  if (letter === undefined) return found('hotnovels');
  const name = letter === '#' ? '0' : letter.toUpperCase();
  if (!/^[A-Z0]$/.test(name) || more.length > 0 || (page !== undefined && !isNumber(page))) return undefined;
  return found('letter', { letter: name }, [aliasOf.letter(name)], Number(page ?? 1));
};

const keywords: Parser = ([name, page, ...more]) => {
  if (name === undefined) return found('keywords', {}, [aliasOf.keywords()]);
  if (more.length > 0 || (page !== undefined && !isNumber(page))) return undefined;
  if (page === undefined && isNumber(name)) return found('keywords', {}, [aliasOf.keywords()], Number(name));
  return found('keyword', { name }, [aliasOf.keyword(name)], Number(page ?? 1));
};

const ranking: Parser = (rest) => {
  const [alone = ''] = rest;
  if (rest.length === 1 && !/^\d/.test(alone)) return found('ranking', { type: alone }, [aliasOf.ranking(alone)]);
  const [num, id, type] = [...rest].reverse();
  if (rest.length > 3 || (num !== undefined && !isNumber(num)) || (type !== undefined && !isNumber(id)))
    return undefined;
  const page = Number(num ?? 1);
  if (id === undefined) return found('ranking', {}, [aliasOf.ranking()], page);
  if (type === undefined) return found('ranking', { type: id }, [aliasOf.ranking(id)], page);
  return found('ranking', { type, id }, [aliasOf.ranking(type, id)], page);
};

/**
 * `{bookId?}/{category?}/{bookName}`. Of two segments a numeric first one is the id, else the category. A number alone may
 * be the id or the name, so it is returned as both.
 */
const book =
  (kind: RouteKind): Parser =>
  (rest) => {
    const [one, two, three] = rest;
    if (one === undefined || rest.length > 3) return undefined;
    const id = isNumber(one) ? { id: one } : {};
    if (three !== undefined)
      return isNumber(one) ? found(kind, { ...id, category: two ?? '', name: three }) : undefined;
    if (two === undefined) return found(kind, { ...id, name: one });
    return found(kind, isNumber(one) ? id : { category: one, name: two });
  };

const authorPages: Parser = paged(([id, name, ...more]) =>
  isNumber(id) && more.length === 0 ? found('author', { id, ...(name === undefined ? {} : { name }) }) : undefined,
);

/** The first page has no number. `page-1` is another spelling, so it is parsed without name and redirected. */
const author: Parser = (rest) => authorPages(rest.at(-1) === 'page-1' ? rest.slice(0, 1) : rest);

const reader: Parser = ([bookId, chapterId, ...more]) => {
  if (bookId === undefined) return found('lastRead');
  if (more.length > 0 || !isNumber(bookId) || (chapterId !== undefined && !isNumber(chapterId))) return undefined;
  return found('reader', { bookId, ...(chapterId ? { chapterId } : {}) });
};

/** Feeds that are rendered on request. The others are files of the release. */
const feed: Parser = ([of, file = '', ...more]) => {
  const [id, format = '', ...rest] = file.split('.');
  if (!isNumber(id) || !isFeedFormat(format) || more.length > 0 || rest.length > 0) return undefined;
  if (of === 'author') return found('authorFeed', { id, format });
  // A book's feed has chapters, and catalogs have books.
  return of === 'book' && !format.startsWith('opds') ? found('bookFeed', { id, format }) : undefined;
};

/** `{book ids}.{look}.jpg`: each book once, in the order of the picture. */
const sharePicture: Parser = ([file = '', ...more]) => {
  const [, books, look] = /^([1-9]\d{0,14}(?:-[1-9]\d{0,14}){0,3})\.([0-9a-f]{10})\.jpg$/.exec(file) ?? [];
  if (books === undefined || look === undefined || more.length > 0) return undefined;
  const ids = books.split('-');
  return new Set(ids).size < ids.length ? undefined : found('sharePicture', { books, look });
};

/** `form` distinguishes the canonical `result/{word}` from other spellings. The literal `result` wins over a word. */
const search: Parser = ([one, two, ...more]) => {
  if (more.length > 0) return undefined;
  if (two !== undefined) return found('search', { word: two, form: one === 'result' ? 'result' : 'other' });
  if (one === undefined) return found('search');
  return found('search', one === 'result' ? { form: 'result' } : { word: one, form: 'word' });
};

const searchMore: Parser = ([one, two, ...more]) => {
  if (more.length > 0 || (one !== 'result' && two !== undefined)) return undefined;
  if (two !== undefined) return found('searchMore', { word: two, form: 'result' });
  if (one === undefined) return found('searchMore');
  return one === 'result' ? found('searchMore', { form: 'result' }) : found('searchMore', { word: one, form: 'word' });
};

const help: Parser = (rest) => {
  const [activeId, bookId] = [...rest].reverse();
  if (!isNumber(activeId) || rest.length > 2 || (bookId !== undefined && !isNumber(bookId))) return undefined;
  return found('help', { activeId, ...(bookId ? { bookId } : {}) });
};

const account: Parser = ([child, ...more]) => {
  if (child === undefined) return found('myinfo');
  return more.length === 0 && ACCOUNT_PAGES.some((page) => page === child) ? found('myinfo', { child }) : undefined;
};

/** One segment that is no route: the token of a shared link. */
const token =
  (text: string): Parser =>
  (rest) =>
    rest.length === 0 && /^[A-Za-z0-9_-]{16,64}$/.test(text) ? found('token', { token: text }) : undefined;

const PARSERS: Readonly<Record<string, Parser>> = {
  genres: indexOrEntry('genres', 'genre', aliasOf.genre),
  tags: indexOrEntry('tags', 'tag', aliasOf.tag),
  'all-tags': paged(([id, ...more]) =>
    isNumber(id) && more.length <= 1 ? found('allTags', { id }, [aliasOf.allTags(id)]) : undefined,
  ),
  category,
  secPage: section,
  hotnovels,
  keywords,
  ranking,
  novel: book('novel'),
  'active-novel': book('activeNovel'),
  author,
  'book-reader': reader,
  feeds: feed,
  share: sharePicture,
  search,
  'search-more': searchMore,
  'invited-to-help': help,
  login: only('login'),
  history: only('history'),
  notebook: only('notebook'),
  myinfo: account,
  ads: only('ads'),
  becomeOurTranslator: only('translator'),
  design: only('design'),
  offline: only('offline'),
  '400': only('badRequest'),
  '500': only('serverError'),
};
