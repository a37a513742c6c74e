import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliasOf } from '#src/routes/aliases.ts';
import { normalisePath, parsePath } from '#src/routes/parse.ts';
import { createPaths, searchWord } from '#src/routes/paths.ts';
import { ODD, UNSTORABLE } from '../../helpers/hostile-text.ts';

const paths = createPaths('en');
const book = { id: 12, title: 'Mrs. Dalloway', category: { name: 'Historical Fiction' } };

describe('createPaths', () => {
  it('builds the canonical URLs', () => {
    expect(paths.home()).toBe('/');
    expect(paths.novel(book)).toBe('/novel/12/Historical-Fiction/Mrs--Dalloway');
    expect(paths.genre({ id: 3, name: 'Slow Burn' }, 2)).toBe('/genres/3/Slow-Burn/page-2');
    expect(paths.letter('A')).toBe('/hotnovels/A/1');
    expect(paths.keyword({ id: 1, name: '三体' })).toBe('/keywords/%E4%B8%89%E4%BD%93/1');
    expect(paths.keyword({ id: 9, name: '1984' })).toBe('/keywords/1984-9/1');
    expect(paths.ranking('hot', 7, 2)).toBe('/ranking/hot/7/2');
    expect(paths.searchResult('boy/girl? 100%')).toBe('/search/result/boy%20girl%3F%20100%25');
    expect(paths.searchMore('..')).toBe('/search-more');
  });

  it('escapes names like "page-N", which are reserved for page numbers', () => {
    expect(paths.genre({ id: 3, name: 'page 2' })).toBe('/genres/3/page-2-');
    expect(paths.category('page 2', 'page-3', 2)).toBe('/category/page-2-/page-3-/page-2');
    expect(parsePath('/category/page-2-/page-3-', ['en'])?.aliases[0]).toBe(aliasOf.subCategory('page 2', 'page-3'));
  });

  it.each(['boy\\girl', 'x\u0000y', '\ud800', `${'a'.repeat(199)}😀`, ' . ', '\u2028'])(
    'builds a search URL for %j that parses back to the same word',
    (word) => {
      for (const address of [paths.searchResult(word), paths.searchMore(word)]) {
        expect(normalisePath(address)).toBe(address);
        expect(parsePath(address, ['en'])?.params['word'] ?? '').toBe(searchWord(word));
      }
    },
  );

  it('adds the prefix of a different locale to every URL', () => {
    const spanish = createPaths('es');
    expect(spanish.home()).toBe('/es');
    expect(spanish.novel(book)).toBe('/es/novel/12/Historical-Fiction/Mrs--Dalloway');
  });

  it('builds canonical paths that parse back, whatever the names', () => {
    const id = fc.integer({ min: 1, max: 1e9 });
    const name = fc.oneof(
      fc.constantFrom(...ODD, ...UNSTORABLE, '*', ':', ' x'),
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.integer({ min: 0, max: 99 }).map((page) => `page ${page}`),
    );
    const named = fc.record({ id, name });
    fc.assert(
      fc.property(named, named, fc.integer({ min: 1, max: 500 }), (one, other, page) => {
        const any = { id: one.id, title: one.name, category: { name: other.name } };
        const addresses = [
          ['genre', paths.genre(one, page)],
          ['tag', paths.tag(one, page)],
          ['keyword', paths.keyword(one, page)],
          ['section', paths.section(one, page)],
          ['category', paths.category(one.name, other.name, page)],
          ['author', paths.author(one, page)],
          ['novel', paths.novel(any)],
          ['activeNovel', paths.activeNovel(any)],
          ['search', paths.searchResult(one.name)],
          ['searchMore', paths.searchMore(one.name)],
        ] as const;
        for (const [kind, address] of addresses) {
          expect(normalisePath(address)).toBe(address);
          const match = parsePath(address, ['en']);
          expect(match?.kind, address).toBe(kind);
          if (!['novel', 'activeNovel', 'search', 'searchMore'].includes(kind)) expect(match?.page, address).toBe(page);
        }
      }),
    );
  });
});
