import { describe, expect, it } from 'vitest';
import { SPECULATION_RULES, SPECULATION_RULES_FILE } from '#src/brand/speculation-rules.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { createPaths } from '#src/routes/paths.ts';

const BASE = 'https://tibok.example/_brand/';

interface Condition {
  readonly href_matches?: string | readonly string[];
  readonly selector_matches?: string;
  readonly and?: readonly Condition[];
  readonly not?: Condition;
}

interface Rule {
  readonly source: string;
  readonly where: Condition;
  readonly eagerness: string;
}

const rules: Record<'prefetch' | 'prerender', readonly [Rule]> = JSON.parse(SPECULATION_RULES_FILE.content.toString());

/**
 * The browser's decision about a link. The link matches every selector; if `isOther` is false, it does not match the
 * selector for links to other languages.
 */
function matches({ href_matches, selector_matches, and, not }: Condition, path: string, isOther: boolean): boolean {
  if (and) return and.every((part) => matches(part, path, isOther));
  if (not) return !matches(not, path, isOther);
  if (selector_matches === '[hreflang]') return isOther;
  const patterns = [href_matches ?? []].flat();
  return href_matches === undefined || patterns.some((pattern) => new URLPattern(pattern, BASE).test(path, BASE));
}

const isAhead = (kind: 'prefetch' | 'prerender', path: string, isOther = false) =>
  matches(rules[kind][0].where, path, isOther);

const book = { id: 7, title: 'The Long Ship', category: { name: 'Fantasy' } };

describe.each(['en', 'es'] as const)('speculation rules for pages in %s', (locale) => {
  const paths = createPaths(locale);

  it.each([
    '/',
    paths.genres(),
    paths.genre({ id: 3, name: 'Fantasy' }, 2),
    paths.tags(),
    paths.tag({ id: 4, name: 'slow burn' }),
    paths.allTags({ id: 3 }),
    paths.category('Fantasy', 'Epic', 3),
    paths.hotnovels(),
    paths.letter('A', 2),
    paths.keywords(),
    paths.keyword({ id: 5, name: 'dragon' }),
    paths.ranking('hot', 1),
    paths.section({ id: 6, name: 'New' }),
    paths.author({ id: 8, name: 'A. Writer' }),
    paths.novel(book),
  ])('prefetch the page %s', (path) => expect(isAhead('prefetch', path)).toBe(true));

  it.each([
    `${paths.genre({ id: 3, name: 'Fantasy' })}?status=completed`,
    `${paths.novel(book)}?chapters=newest`,
    paths.login(),
    paths.history(),
    paths.notebook(),
    paths.myinfo('myLocked'),
    paths.search(),
    paths.searchResult('dragon'),
    paths.reader(7, 70),
    paths.readerEntry(),
    paths.help(7, 9),
    `/${locale}_api/v1/book.show`,
    '/sharetoken',
  ])('ignore the page %s', (path) => expect(isAhead('prefetch', path)).toBe(false));

  it('ignore the links of the language menu', () => {
    expect(isAhead('prefetch', paths.genres())).toBe(true);
    expect(isAhead('prefetch', paths.genres(), true)).toBe(false);
  });

  it('prerender chapters and no other pages', () => {
    expect(isAhead('prerender', paths.reader(7, 70))).toBe(true);
    for (const path of [paths.readerEntry(7), paths.novel(book), `${paths.reader(7, 70)}?a=b`])
      expect(isAhead('prerender', path)).toBe(false);
    expect(rules.prerender[0].where.and?.[0]?.selector_matches).toBe('a[rel="next"], a[data-continue]');
  });
});

it('speculation rules apply to links anywhere on the page', () => {
  for (const [{ source }] of Object.values(rules)) expect(source).toBe('document');
});

it('speculation rules wait until the visitor is about to follow a link', () => {
  for (const [{ eagerness }] of Object.values(rules)) expect(eagerness).toBe('moderate');
});

it('speculation rules are referenced in a header and served with the required content type', () => {
  expect(SPECULATION_RULES).toBe(`"${SPECULATION_RULES_FILE.url}"`);
  expect(mediaType(SPECULATION_RULES_FILE.url)).toBe('application/speculationrules+json');
});
