import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aliasOf } from '#src/routes/aliases.ts';
import { normalisePath, parsePath } from '#src/routes/parse.ts';
import { createPaths, keywordSlug } from '#src/routes/paths.ts';
import { redirectLines } from '../../../../src/commands/site/redirects-file.ts';
import { ODD, UNSTORABLE } from '../../../helpers/hostile-text.ts';

const ALIASES = [
  { identity: 'genre:7', path: '/genres/7/Romance' },
  { identity: 'tag:5', path: '/tags/5/%E4%B8%89%E4%BD%93' },
  { identity: 'allTags:7', path: '/all-tags/7' },
  { identity: 'section:3', path: '/secPage/3/New-today' },
  { identity: 'sectionName:New-today', path: '/secPage/3/New-today' },
  { identity: 'category:Fantasy', path: '/category/Fantasy' },
  { identity: 'category:Fantasy/Dragons', path: '/category/Fantasy/Dragons' },
  { identity: 'sub:Dragons', path: '/category/Fantasy/Dragons' },
  { identity: 'letter:A', path: '/hotnovels/A/1' },
  { identity: 'keyword:lost-heir', path: '/keywords/lost-heir/1' },
  { identity: 'keywords', path: '/keywords' },
  { identity: 'ranking', path: '/ranking/weekly/3/1' },
  { identity: 'ranking:weekly', path: '/ranking/weekly/3/1' },
  { identity: 'ranking:weekly:3', path: '/ranking/weekly/3/1' },
].map((alias) => ({ ...alias, locale: 'en' as const }));

describe('redirectLines', () => {
  it('redirects the short forms of a path, and lists paths without wildcards first', () => {
    expect(redirectLines(ALIASES)).toEqual([
      '/genres/7 /genres/7/Romance 308',
      '/tags/5 /tags/5/%E4%B8%89%E4%BD%93 308',
      '/secPage/3 /secPage/3/New-today 308',
      '/secPage/New-today /secPage/3/New-today 308',
      '/category/Dragons /category/Fantasy/Dragons 308',
      '/hotnovels/A /hotnovels/A/1 308',
      '/hotnovels/a /hotnovels/A/1 308',
      '/keywords/lost-heir /keywords/lost-heir/1 308',
      '/keywords/1 /keywords 308',
      '/ranking /ranking/weekly/3/1 308',
      '/ranking/1 /ranking/weekly/3/1 308',
      '/ranking/weekly /ranking/weekly/3/1 308',
      '/ranking/weekly/1 /ranking/weekly/3/1 308',
      '/genres/7/* /genres/7/Romance 308',
      '/tags/5/* /tags/5/%E4%B8%89%E4%BD%93 308',
      '/all-tags/7/* /all-tags/7 308',
      '/secPage/3/* /secPage/3/New-today 308',
      '/category/Fantasy/Dragons/* /category/Fantasy/Dragons 308',
    ]);
  });

  it.each(ALIASES)('redirects only paths that the server treats as the same page ($identity)', (alias) => {
    for (const line of redirectLines([alias])) {
      const from = line.split(' ')[0]?.replace('*', 'x') ?? '';
      expect(parsePath(from, ['en'])?.aliases, from).toContain(alias.identity);
    }
  });

  it('writes two paths and a status per line for any name, and redirects only paths that the server treats as the same page', () => {
    const piece = fc.constantFrom(
      ...ODD.filter((text) => text.length < 100),
      ...UNSTORABLE,
      ' ',
      '*',
      ':',
      '1',
      'page-2',
      'é',
    );
    const name = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(name, name, fc.integer({ min: 1, max: 999 }), (one, other, id) => {
        const paths = createPaths('en');
        const named = { id, name: one };
        const aliases = [
          [aliasOf.genre(id), paths.genre(named)],
          [aliasOf.tag(id), paths.tag(named)],
          [aliasOf.section(id), paths.section(named)],
          [aliasOf.sectionName(one), paths.section(named)],
          [aliasOf.category(one), paths.category(one)],
          [aliasOf.subCategory(one, other), paths.category(one, other)],
          [aliasOf.subAlone(other), paths.category(one, other)],
          [aliasOf.keyword(keywordSlug(named)), paths.keyword(named)],
        ] as const;
        for (const [identity, path] of aliases)
          for (const line of redirectLines([{ identity, path, locale: 'en' }])) {
            expect(line).toMatch(/^\/[!-~]+ \/[!-~]+ 308$/);
            const from = line.split(' ')[0]?.replace('*', 'x') ?? '';
            expect(parsePath(from, ['en'])?.aliases, `${from} ${identity}`).toContain(identity);
            expect(normalisePath(path)).toBe(path);
          }
      }),
      {
        examples: ['page-2', '1', ''].flatMap((one): [string, string, number][] => [
          [one, 'a', 7],
          ['a', one, 7],
        ]),
      },
    );
  });

  it('never redirects to a different locale', () => {
    const alias = { identity: 'genre:7', path: '/es/genres/7/Amor', locale: 'es' as const };
    expect(redirectLines([alias])[0]).toBe('/es/genres/7 /es/genres/7/Amor 308');
  });

  it('redirects a name shared by two pages to the first of these pages', () => {
    const lines = redirectLines([
      { identity: 'sub:Other', path: '/category/A/Other', locale: 'en' },
      { identity: 'sub:Other', path: '/category/B/Other', locale: 'en' },
    ]);
    expect(lines).toEqual(['/category/Other /category/A/Other 308']);
  });
});
