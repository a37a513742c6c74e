import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CategoryEntry } from '#src/contract/entities/listing.ts';
import { PRERENDERED_VIEWS } from '#src/features/views.ts';
import { parsePath } from '#src/routes/parse.ts';
import { categorySlug, keywordSlug } from '#src/routes/paths.ts';
import { canonicalPath } from '#src/serve/decide/canonical.ts';
import {
  type MemoryData,
  makeBook,
  makeGenre,
  makeKeyword,
  makeTag,
  memorySource,
  testSite,
} from '../../helpers/memory-source.ts';
import { FACTS } from '../../helpers/release-pages.ts';

/** Realistic names, and names that look like other parts of a URL. */
const name = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
  fc.constantFrom('page 2', 'page-3', '1984', '2', 'result', '...', '三体：第一部', 'Mrs. Dalloway', '0', '#'),
);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });

const distinct = <T>(items: readonly T[], key: (item: T) => string): T[] =>
  [...new Map(items.toReversed().map((item) => [key(item), item])).values()].reverse();

/** A catalogue in which every name has books. The list of the first name has more than one page. */
function catalogue(categoryNames: readonly string[], subs: readonly string[]): MemoryData {
  const categories: CategoryEntry[] = distinct(categoryNames, categorySlug).map((category) => ({
    name: category,
    subs: distinct(subs, categorySlug),
  }));
  const tags = categoryNames.map((tag, index) => makeTag(index + 1, tag));
  const keywords = distinct(
    categoryNames.map((keyword, index) => makeKeyword(index + 1, keyword)),
    keywordSlug,
  );
  const places = categories.flatMap(({ name, subs: parts }) => parts.map((sub_name) => ({ name, sub_name })));
  const books = Array.from({ length: 21 * places.length }, (_, index) =>
    makeBook(index + 1, {
      category: places[index % places.length] ?? { name: 'none', sub_name: null },
      tags,
      keywords: keywords.map(({ id }) => id),
    }),
  );
  const shelves = categoryNames.map((shelf, index) => ({ id: index + 1, name: shelf, style: 'row' as const, books }));
  const rankings = [{ type: 'hot', name: 'Hot', items: [{ id: 1, name: 'Week' }] }];
  return { books, tags, keywords, categories, shelves, rankings, genres: [makeGenre(1, categoryNames[0] ?? '', tags)] };
}

const recorded = (path: string) => ({
  path,
  file: '',
  hash: '',
  bytes: 1,
  modified: '2026-01-01T00:00:00Z',
  inputs: '',
  version: '',
  listing: '',
  ...FACTS,
});

describe('every URL in a release', () => {
  it('belongs to exactly one page, parses back to that page, and is the redirect target of its aliases', () => {
    const site = testSite();
    fc.assert(
      fc.property(names, names, (categoryNames, subs) => {
        const source = memorySource(catalogue(categoryNames, subs));
        const refs = PRERENDERED_VIEWS.flatMap((view) => [...view.paths(source, site)]);
        const aliases = new Map(
          refs.toReversed().flatMap((ref) => ref.aliases.map((identity) => [identity, ref.path] as const)),
        );
        const pages = new Set(refs.map((ref) => ref.path));
        expect(pages.size).toBe(refs.length);
        const release = {
          alias: (identity: string) => aliases.get(identity),
          page: (path: string) => (pages.has(path) ? recorded(path) : undefined),
        };
        for (const { kind, path, page } of refs) {
          const match = parsePath(path, ['en']);
          if (kind === 'notFound' || kind === 'serverError') continue;
          expect(match, path).toMatchObject({ kind, page });
          if (match && match.aliases.length > 0) expect(canonicalPath(match, release), path).toBe(path);
        }
      }),
      { numRuns: 30 },
    );
  });
});
