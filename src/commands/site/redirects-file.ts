import { DEFAULT_LOCALE, type LocaleCode } from '#src/contract/locales.ts';

/** An alias of a page (src/routes/aliases.ts) and its canonical path. */
export interface Alias {
  readonly identity: string;
  readonly path: string;
  readonly locale: LocaleCode;
}

/**
 * Returns redirects from other spellings of page paths to the canonical paths, as lines of a `_redirects` file. Static
 * hosts such as Netlify and Cloudflare Pages read this file in place of our server's redirects. On these hosts, files
 * take precedence over redirects, so a `*` matches only paths without a page.
 */
export function redirectLines(aliases: Iterable<Alias>): string[] {
  const lines = new Map<string, string>();
  for (const { identity, path, locale } of aliases) {
    const prefix = locale === DEFAULT_LOCALE ? '' : `/${locale}`;
    for (const spelling of spellings(identity)) {
      const from = prefix + spelling;
      if (from !== path && !lines.has(from)) lines.set(from, `${from} ${path} 308`);
    }
  }
  // The first matching line applies, so exact paths come before paths with a `*`.
  return [...lines.values()].sort((one, other) => Number(one.includes('*')) - Number(other.includes('*')));
}

const encode = (name: string) => name.split('/').map(encodeURIComponent).join('/');

/** Functions that return the paths that redirect to a page, by kind of alias (src/routes/aliases.ts). */
const SPELLINGS: Readonly<Record<string, (name: string) => string[]>> = {
  genres: () => ['/category'],
  genre: (id) => [`/genres/${id}`, `/genres/${id}/*`],
  tag: (id) => [`/tags/${id}`, `/tags/${id}/*`],
  allTags: (id) => [`/all-tags/${id}/*`],
  section: (id) => [`/secPage/${id}`, `/secPage/${id}/*`],
  // Returns none if the name is empty or would be parsed as something else: a number as an id, `page-N` as a page.
  sectionName: (name) => (/^(?:[1-9]\d{0,14}|page-\d+)?$/.test(name) ? [] : [`/secPage/${encode(name)}`]),
  category: (name) => (name.includes('/') ? [`/category/${encode(name)}/*`] : []),
  sub: (name) => [`/category/${encode(name)}`],
  letter: (letter) => [`/hotnovels/${letter}`, `/hotnovels/${letter.toLowerCase()}`],
  keyword: (name) => [`/keywords/${encode(name)}`],
  keywords: () => ['/keywords/1'],
  // In these short paths, a number after the type is the page. Only the canonical path contains the ranking's id.
  ranking: (name) =>
    name === ''
      ? ['/ranking', '/ranking/1']
      : name.includes(':')
        ? []
        : [`/ranking/${encode(name)}`, `/ranking/${encode(name)}/1`],
};

function spellings(identity: string): string[] {
  const [, kind = '', name = ''] = /^([^:]+):?(.*)$/s.exec(identity) ?? [];
  return [...new Set(SPELLINGS[kind]?.(name) ?? [])];
}
