import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Brand } from '#src/brand/registry.ts';
import type { LocaleCode } from '#src/contract/locales.ts';
import { categoryView } from '#src/features/listing/views/category.ts';
import { genresView } from '#src/features/listing/views/hub-pages.ts';
import type { hybridModel as HybridModel, prerenderedModel as PrerenderedModel } from '#src/pages/_load.ts';
import type { staticPaths as StaticPaths, staticSource as StaticSource } from '#src/pages/_static.ts';
import { type OpenSource, syncSnapshot } from '#src/publish/snapshot/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { PrerenderedView } from '#src/shell/page/view.ts';
import { testBrand, testSite } from '../../helpers/memory-source.ts';
import { bookNumbered, pageOf, tableUpstream } from '../../helpers/table-upstream.ts';

const BRAND = 'polyglot';

let folder: string;
let staticPaths: typeof StaticPaths;
let staticSource: typeof StaticSource;
let prerenderedModel: typeof PrerenderedModel;
let hybridModel: typeof HybridModel;

const snapshot = () => join(folder, BRAND, 'catalogue.db');
const siteOf = (code: LocaleCode) => testSite(code, { ...testBrand, id: BRAND });

/** Creates snapshots with a different category in each language. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-static-'));
  mkdirSync(join(folder, BRAND));
  const names: Readonly<Record<string, string>> = { en: 'Love & Sea', es: 'Ébano' };
  await syncSnapshot({
    file: snapshot(),
    locales: ['en', 'es'],
    upstream: 'one',
    connect: () => {
      const answer = (code: string) => {
        const category = { name: names[code] ?? '', sub_name: null };
        return tableUpstream({
          'category.list': () => ({ items: [{ name: category.name, subs: [] }] }),
          'category.books': (params) => pageOf([bookNumbered(1, { category })], params),
          'book.list': (params) => pageOf([bookNumbered(1, { category })], params),
        });
      };
      const [en, es] = [answer('en'), answer('es')];
      return {
        ...en,
        call: (call, params, context) => (context.locale.section === 9 ? es : en).call(call, params, context),
      };
    },
  });
  vi.resetModules();
  // Drawing a brand's images takes seconds.
  vi.doMock('#src/brand/assets.ts', () => ({
    bundleBrand: async ({ id, locales }: Brand) => ({ brand: { ...testBrand, id, locales } }),
  }));
  ({ staticPaths, staticSource } = await import('#src/pages/_static.ts'));
  ({ prerenderedModel, hybridModel } = await import('#src/pages/_load.ts'));
});
afterAll(() => {
  ofBuild();
  for (const code of ['en', 'es', 'vn'] as const) (staticSource(siteOf(code)) as OpenSource).close();
  vi.doUnmock('#src/brand/assets.ts');
  vi.resetModules();
  rmSync(folder, { recursive: true, force: true });
});

const ofBuild = () => {
  vi.stubEnv('LECTERN_STATE', folder);
  vi.stubEnv('LECTERN_BRANDS', 'tests/brands/languages');
  vi.stubEnv('LECTERN_BRAND', BRAND);
};
const paths = (routePattern: string, ...views: PrerenderedView<unknown>[]) => {
  ofBuild();
  return staticPaths(...views)({ routePattern });
};

describe('the paths of a plain Astro build', () => {
  it('are empty if no brand is built', async () => {
    vi.stubEnv('LECTERN_BRAND', '');
    expect(await staticPaths(categoryView)({ routePattern: '/category/[...rest]' })).toEqual([]);
  });

  it('omit the first segment in the default language', async () => {
    expect(await paths('/category/[...rest]', categoryView)).toEqual([{ params: { rest: 'Love---Sea' } }]);
  });

  it('start with /[locale] in other languages, and are decoded', async () => {
    expect(await paths('/[locale]/category/[...rest]', categoryView)).toEqual([
      { params: { locale: 'es', rest: 'Ébano' } },
    ]);
  });

  it('include every view of a route file, with the parameter rest undefined if no segments follow', async () => {
    expect(await paths('/genres/[...rest]', genresView, categoryView)).toEqual([
      { params: { rest: undefined } },
      { params: { rest: 'Love---Sea' } },
    ]);
    expect(await paths('/[locale]/genres/[...rest]', genresView)).toEqual([
      { params: { locale: 'es', rest: undefined } },
      { params: { locale: 'vn', rest: undefined } },
    ]);
  });
});

describe('the model of a prerendered page', () => {
  function context(path: string, locals: Partial<App.Locals>) {
    ofBuild();
    const site = siteOf(path.startsWith('/es/') ? 'es' : 'en');
    const url = new URL(path, site.brand.origin);
    return {
      url,
      locals: { path: url.pathname, site, match: parsePath(url.pathname, ['en', 'es']), ...locals } as App.Locals,
    };
  }
  /** The model for a path, in a plain build or on a server that passes a snapshot. */
  const load = <M>(path: string, view: PrerenderedView<M>, locals: Partial<App.Locals> = {}): M =>
    prerenderedModel(context(path, locals), view);

  it('comes from the snapshot of its language', () => {
    for (const locals of [{}, { snapshot: snapshot() }]) {
      expect(load('/category/Love---Sea', categoryView, locals).name).toBe('Love & Sea');
      expect(load('/es/category/%C3%89bano', categoryView, locals).name).toBe('Ébano');
    }
  });

  it('is available without an upstream, even for kinds that are also rendered on request', async () => {
    const never = { kind: 'category', load: () => Promise.reject(new Error('asked')) } as const;
    expect(await hybridModel(context('/category/Love---Sea', {}), categoryView, never)).toMatchObject({
      name: 'Love & Sea',
    });
  });

  it('is loaded with the parameters in the URL, or without parameters if no route matches', () => {
    const recordingView: PrerenderedView<unknown> = {
      kind: 'category',
      paths: () => [],
      load: (ref) => ({ status: 'ok', model: ref }),
    };
    for (const locals of [{}, { snapshot: snapshot() }]) {
      expect(load('/category/Love/page-3', recordingView, locals)).toMatchObject({ params: { name: 'Love' }, page: 3 });
      expect(load('/nowhere/at/all', recordingView, locals)).toEqual({ params: {}, page: 1 });
    }
  });

  it.each([{}, { snapshot: 'named' }])('causes an error with the URL if there is no such page (%j)', (locals) => {
    const snapshotLocals = locals.snapshot ? { snapshot: snapshot() } : {};
    expect(() => load('/category/Comedy', categoryView, snapshotLocals)).toThrow(
      '/category/Comedy has no category page: missing',
    );
  });

  it('keeps the snapshot open only until the build requests the next page', () => {
    const sources: Source[] = [];
    const keeping: PrerenderedView<string> = {
      kind: 'category',
      paths: () => [],
      load(_ref, source) {
        sources.push(source);
        return { status: 'ok', model: '' };
      },
    };
    load('/category/a', keeping);
    load('/category/b', keeping);
    load('/category/a', keeping, { snapshot: snapshot() });
    const [first, second, ofServer] = sources;
    expect(second).toBe(first);
    expect(second?.total({ kind: 'category', name: 'Love & Sea', sub: null })).toBe(1);
    expect(() => ofServer?.total({ kind: 'category', name: 'Love & Sea', sub: null })).toThrow(/not open/);
  });

  it('leaves no snapshot open if the page fails to render', () => {
    let read: Source | undefined;
    const failing: PrerenderedView<string> = {
      kind: 'category',
      paths: () => [],
      load(_ref, source) {
        read = source;
        throw new Error('no model');
      },
    };
    expect(() => load('/category/a', failing, { snapshot: snapshot() })).toThrow('no model');
    expect(() => read?.genres()).toThrow(/not open/);
  });
});
