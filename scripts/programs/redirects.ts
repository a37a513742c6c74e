import { DEFAULT_LOCALE, type LocaleCode } from '#src/contract/locales.ts';

/** A name of a page (src/routes/identity.ts) and its canonical address. */
export interface Alias {
  readonly identity: string;
  readonly path: string;
  readonly locale: LocaleCode;
}

/**
 * The shorter and other spellings of pages as lines of a `_redirects` file (as Netlify, Cloudflare Pages and others
 * read it): what the front finds out per request, written down for hosts of plain files. Files win over lines, so
 * that a `*` catches what has no page of its own.
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
  // The first line that fits decides: exact ones stand before those with a `*`.
  return [...lines.values()].sort((one, other) => Number(one.includes('*')) - Number(other.includes('*')));
}

const encode = (name: string) => name.split('/').map(encodeURIComponent).join('/');

/** Kinds of names (src/routes/identity.ts) and the addresses that mean their page. */
const SPELLINGS: Readonly<Record<string, (name: string) => string[]>> = {
  genre: (id) => [`/genres/${id}`, `/genres/${id}/*`],
  tag: (id) => [`/tags/${id}`, `/tags/${id}/*`],
  allTags: (id) => [`/all-tags/${id}/*`],
  section: (id) => [`/secPage/${id}`, `/secPage/${id}/*`],
  sectionName: (name) => [`/secPage/${encode(name)}`],
  category: (name) => (name.includes('/') ? [`/category/${encode(name)}/*`] : []),
  sub: (name) => [`/category/${encode(name)}`],
  letter: (letter) => [`/hotnovels/${letter}`, `/hotnovels/${letter.toLowerCase()}`],
  keyword: (name) => [`/keywords/${encode(name)}`],
  keywords: () => ['/keywords/1'],
  // Of two segments the second is the page, so a ranking's id stands in its canonical address alone.
  ranking: (name) =>
    name === '' ? ['/ranking', '/ranking/1'] : name.includes(':') ? [] : [`/ranking/${encode(name)}/1`],
};

function spellings(identity: string): string[] {
  const [, kind = '', name = ''] = /^([^:]+):?(.*)$/s.exec(identity) ?? [];
  return [...new Set(SPELLINGS[kind]?.(name) ?? [])];
}
