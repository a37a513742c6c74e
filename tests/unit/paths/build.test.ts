import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePath, parsePath } from '#src/paths/parse.ts';
import { createPaths } from '#src/paths.ts';

const paths = createPaths('en');
const book = { id: 12, title: 'Mrs. Dalloway', category: { name: 'Historical Fiction' } };

describe('createPaths', () => {
  it('builds the canonical addresses', () => {
    expect(paths.home()).toBe('/');
    expect(paths.novel(book)).toBe('/novel/12/Historical-Fiction/Mrs--Dalloway');
    expect(paths.genre({ id: 3, name: 'Slow Burn' }, 2)).toBe('/genres/3/Slow-Burn/page-2');
    expect(paths.letter('A')).toBe('/hotnovels/A/1');
    expect(paths.keyword({ id: 1, name: '三体' })).toBe('/keywords/%E4%B8%89%E4%BD%93/1');
    expect(paths.keyword({ id: 9, name: '1984' })).toBe('/keywords/1984-9/1');
    expect(paths.ranking('hot', 7, 2)).toBe('/ranking/hot/7/2');
    expect(paths.searchResult('a/b?')).toBe('/search/result/a%2Fb%3F');
  });

  it('prefixes every address of another locale', () => {
    const spanish = createPaths('es');
    expect(spanish.home()).toBe('/es');
    expect(spanish.novel(book)).toBe('/es/novel/12/Historical-Fiction/Mrs--Dalloway');
  });

  it('builds addresses that are spelled as they should be and lead back, whatever the names', () => {
    const id = fc.integer({ min: 1, max: 1e9 });
    const named = fc.record({ id, name: fc.string({ unit: 'grapheme', minLength: 1 }) });
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
        ] as const;
        for (const [kind, address] of addresses) {
          expect(normalisePath(address)).toBe(address);
          const match = parsePath(address, ['en']);
          expect(match?.kind, address).toBe(kind);
          if (kind !== 'novel') expect(match?.page, address).toBe(page);
        }
      }),
    );
  });
});
