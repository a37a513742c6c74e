import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeChanges, codeKeysOf } from '#src/publish/plan/code-changes.ts';
import { renderSynthetic, type SyntheticSite, syntheticKeys, syntheticSite } from '../../../helpers/synthetic-site.ts';

const PATHS = ['/tags/1', '/tags/2/caf%C3%A9', '/genres/1', '/novel/1', '/reader/1/2', '/nothing'];

type Change = (site: SyntheticSite, pick: number, seed: string) => void;

const chosen = <T>(all: readonly T[], pick: number): T => all[pick % all.length] as T;
const moduleOf = (site: SyntheticSite, pick: number) => site.modules[chosen(Object.keys(site.modules), pick)];

/**
 * Kinds of changes. Each one picks from 17 modules, 5 texts, 3 style sheets and 4 routes, so far more than fifty
 * different changes are possible.
 */
const CHANGES: Readonly<Record<string, Change>> = {
  'the code of a module': (site, pick, seed) => {
    const module = moduleOf(site, pick);
    if (module) module.code += ` ${seed}`;
  },
  'the texts of an area': (site, pick, seed) => {
    site.texts[chosen(Object.keys(site.texts), pick)] = seed;
  },
  'a style sheet': (site, pick, seed) => {
    site.styles[chosen(Object.keys(site.styles), pick)] = seed;
  },
  'a text that a module shows besides': (site, pick) => {
    const module = moduleOf(site, pick);
    if (module) module.code += ` t('${chosen(Object.keys(site.texts), pick)}:other')`;
  },
  'an import more': (site, pick) => {
    moduleOf(site, pick)?.imports.push(chosen(Object.keys(site.modules), pick * 7));
  },
  'an import less': (site, pick) => void moduleOf(site, pick)?.imports.pop(),
  'a new module': (site, pick, seed) => {
    site.modules[`src/lib/${seed}.ts`] = { code: seed, imports: [], isIsland: pick % 2 === 0, chunk: 'chunks/new.mjs' };
    moduleOf(site, pick)?.imports.push(`src/lib/${seed}.ts`);
  },
  'a module that becomes an island, or no longer is one': (site, pick) => {
    const module = moduleOf(site, pick);
    // If a module becomes an island or stops being one, the code that renders it changes too.
    if (module) Object.assign(module, { isIsland: !module.isIsland, code: `${module.code} client:intent` });
  },
  'other files of the server for the same modules': (site, pick) => {
    const module = moduleOf(site, pick);
    if (module) module.chunk = `chunks/${pick % 3}.mjs`;
  },
  'a new route before the others': (site, pick, seed) => {
    const { pattern, sheet } = chosen(site.routes, pick);
    site.modules[`src/pages/${seed}.astro`] = { code: seed, imports: [], isIsland: false, chunk: 'chunks/pages.mjs' };
    site.routes.unshift({ route: `/${seed}`, pattern, sheet, component: `src/pages/${seed}.astro` });
  },
  'a route less': (site, pick) => {
    if (site.routes.length > 1) site.routes.splice(pick % site.routes.length, 1);
  },
  'the order of routes': (site) => void site.routes.reverse(),
  'the sheet of a route': (site, pick) => {
    chosen(site.routes, pick).sheet = chosen(Object.keys(site.styles), pick);
  },
  'the component of a route': (site, pick) => {
    chosen(site.routes, pick).component = chosen(Object.keys(site.modules), pick * 3);
  },
  'the packages': (site, _pick, seed) => {
    site.packages = `astro ${seed}`;
  },
};

const anyChange = fc.record({
  what: fc.constantFrom(...Object.keys(CHANGES)),
  pick: fc.nat(1000),
  seed: fc.string({ unit: fc.constantFrom(...'abcdef'), minLength: 1, maxLength: 6 }),
});

describe('a rebuild with a new version of the code', () => {
  it('produces the same bytes as a full run, whichever parts of the code have changed', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { minLength: 1, maxLength: 50 }), (changes) => {
        const site = syntheticSite();
        let release = new Map(PATHS.map((path) => [path, renderSynthetic(site, path, 'data')]));
        let keys = syntheticKeys(site);
        for (const { what, pick, seed } of changes) {
          CHANGES[what]?.(site, pick, seed);
          const now = syntheticKeys(site);
          const isChanged = codeChanges(codeKeysOf(keys), now);
          const keptPage = (path: string) => (isChanged(path) ? undefined : release.get(path));
          const render = (path: string) => renderSynthetic(site, path, 'data');
          const partial = new Map(PATHS.map((path) => [path, keptPage(path) ?? render(path)]));
          expect(partial, what).toEqual(new Map(PATHS.map((path) => [path, render(path)])));
          release = partial;
          keys = now;
        }
      }),
      { numRuns: 100 },
    );
  });

  /** Returns the paths of the pages that are rendered again after a change. */
  const rendered = (change: (site: SyntheticSite) => void) => {
    const site = syntheticSite();
    const before = codeKeysOf(syntheticKeys(site));
    change(site);
    return PATHS.slice(0, -1).filter(codeChanges(before, syntheticKeys(site)));
  };
  const code = (id: string) => (site: SyntheticSite) => {
    const module = site.modules[id];
    if (!module) throw new Error(`there is no module ${id}`);
    module.code += ' changed';
  };

  const texts = (area: string) => (site: SyntheticSite) => {
    site.texts[area] = 'other words';
  };
  const sheet = (name: string) => (site: SyntheticSite) => {
    site.styles[name] = 'a{}';
  };

  it.each([
    ['the reader', code('src/features/reader/island/Panel.tsx'), ['/reader/1/2']],
    [
      'a module shared by the islands of two kinds',
      code('src/features/reader/state/place.ts'),
      ['/novel/1', '/reader/1/2'],
    ],
    ['the list', code('src/features/listing/List.astro'), ['/tags/1', '/tags/2/caf%C3%A9', '/genres/1']],
    ['the model of one kind', code('src/features/listing/views/genre.ts'), ['/genres/1']],
    ['the layout', code('src/shell/layout/Base.astro'), PATHS.slice(0, -1)],
    ['the middleware', code('src/middleware.ts'), PATHS.slice(0, -1)],
    ['a text on list pages', texts('listing'), PATHS.slice(0, 3)],
    ['a text that no page shows', texts('account'), []],
    ['the style sheet of book pages', sheet('books'), PATHS.slice(3, 5)],
    ['the style sheet that every page links', sheet('late.css'), PATHS.slice(0, -1)],
    ['nothing', () => {}, []],
  ])('renders only the affected pages after a change to %s', (_what, change, expected) => {
    expect(rendered(change)).toEqual(expected);
  });

  it('renders every page if the previous version of the code is unknown', () => {
    expect(PATHS.filter(codeChanges({}, syntheticKeys(syntheticSite())))).toEqual(PATHS);
  });
});
