import { hash } from '#src/lib/hash.ts';
import { areasIn, type GraphModule } from '#src/publish/bundle/module-graph.ts';
import { type PageKey, pageKeys } from '#src/publish/bundle/page-keys.ts';

/** A module of the site: the HTML that it adds to a page, and its imports. */
export interface SyntheticModule {
  /** Code of the module. It may contain texts as `t('area:key')` and browser files as `_astro/NAME`. */
  code: string;
  imports: string[];
  /** Whether the module and its imports are built into a browser file. */
  isIsland: boolean;
  /** The file of the built server that contains the module. */
  chunk: string;
}

/** A fake version of the site's code, small enough to be built a thousand times. */
export interface SyntheticSite {
  modules: Record<string, SyntheticModule>;
  /** Texts by area. */
  texts: Record<string, string>;
  /** CSS by style sheet. */
  styles: Record<string, string>;
  routes: { route: string; pattern: string; component: string; sheet: string }[];
  packages: string;
}

const MIDDLEWARE = 'src/middleware.ts';

/** Creates a site that has routes for a listing, a novel and a reader, which share modules. */
export function syntheticSite(): SyntheticSite {
  const modules: SyntheticSite['modules'] = {};
  const add = (id: string, code: string, imports: string[] = [], isIsland = false) => {
    modules[id] = { code, imports, isIsland, chunk: `chunks/${id.split('/').slice(1, -1).join('-')}.mjs` };
  };
  add(MIDDLEWARE, 'locals');
  add('src/pages/tags.astro', 'tags', ['src/features/listing/List.astro', 'src/features/listing/views/tag.ts']);
  add('src/pages/genres.astro', 'genres', ['src/features/listing/List.astro', 'src/features/listing/views/genre.ts']);
  add('src/pages/novel.astro', "novel t('novel:title')", [
    'src/features/book/Actions.astro',
    'src/shell/layout/Base.astro',
  ]);
  add('src/pages/reader.astro', "reader t('reader:next')", [
    'src/features/reader/island/Reader.tsx',
    'src/shell/layout/Base.astro',
  ]);
  add('src/features/listing/List.astro', "list t('listing:more')", [
    'src/shell/layout/Base.astro',
    'src/shell/ui/Icon.astro',
  ]);
  add('src/features/book/Actions.astro', 'actions', [
    'src/features/sharing/island/Share.tsx',
    'src/shell/ui/Icon.astro',
  ]);
  add('src/shell/ui/Icon.astro', 'icon');
  add('src/shell/layout/Base.astro', "base t('common:skip') _astro/late.css", ['src/lib/inline.js?raw']);
  add('src/lib/inline.js?raw', 'inline');
  add('src/features/listing/views/tag.ts', 'model of a tag', ['src/lib/cards.ts']);
  add('src/features/listing/views/genre.ts', 'model of a genre', ['src/lib/cards.ts']);
  add('src/lib/cards.ts', 'cards');
  add(
    'src/features/reader/island/Reader.tsx',
    "island t('reader:close')",
    ['src/features/reader/island/Panel.tsx', 'src/features/reader/state/place.ts'],
    true,
  );
  add('src/features/reader/island/Panel.tsx', 'panel', [], true);
  add('src/features/sharing/island/Share.tsx', 'share', ['src/features/reader/state/place.ts'], true);
  add('src/features/reader/state/place.ts', 'place');
  return {
    modules,
    texts: { common: 'Skip', listing: 'More', novel: 'Novel', reader: 'Next', account: 'Account' },
    styles: { lists: 'ul{}', books: 'h1{}', 'late.css': 'p{}' },
    routes: [
      { route: '/tags/[...rest]', pattern: '^\\/tags', component: 'src/pages/tags.astro', sheet: 'lists' },
      { route: '/genres/[...rest]', pattern: '^\\/genres', component: 'src/pages/genres.astro', sheet: 'lists' },
      { route: '/novel/[...rest]', pattern: '^\\/novel', component: 'src/pages/novel.astro', sheet: 'books' },
      { route: '/reader/[...rest]', pattern: '^\\/reader', component: 'src/pages/reader.astro', sheet: 'books' },
    ],
    packages: 'astro 7',
  };
}

function* reachableFrom({ modules }: SyntheticSite, id: string, seen = new Set<string>()): Iterable<string> {
  if (seen.has(id) || !modules[id]) return;
  seen.add(id);
  yield id;
  for (const other of modules[id].imports) yield* reachableFrom({ modules } as SyntheticSite, other, seen);
}

/** Returns the name of a browser file, which depends on the code of its sources. */
const browserFile = (site: SyntheticSite, id: string) =>
  `_astro/${hash([...reachableFrom(site, id)].map((one) => site.modules[one]?.code).join(), 8)}.js`;

const sheetOf = (site: SyntheticSite, name: string) => `_astro/${hash(site.styles[name] ?? '', 8)}.css`;

/** Returns code as the bundler writes it, with the names of the built browser files. */
const builtCode = (site: SyntheticSite, code: string) => code.replaceAll('_astro/late.css', sheetOf(site, 'late.css'));

/** Renders a page from the output of its modules, independently of the keys. */
export function renderSynthetic(site: SyntheticSite, path: string, data: string): string {
  const route = site.routes.find(({ pattern }) => new RegExp(pattern).test(path));
  if (!route) return 'not found';
  const parts = [...reachableFrom(site, MIDDLEWARE), ...reachableFrom(site, route.component)].map((id) => {
    const { code = '', isIsland } = site.modules[id] ?? {};
    const text = builtCode(site, code).replaceAll(/t\('(\w+):\w+'\)/g, (_, area) => site.texts[area] ?? '');
    return isIsland ? `${text} ${browserFile(site, id)}` : text;
  });
  return [site.packages, sheetOf(site, route.sheet), path, data, ...parts].join('\n');
}

/** Returns the keys of the site's routes, computed from a manifest like that of a bundler. */
export function syntheticKeys(site: SyntheticSite): PageKey[] {
  const modules = Object.entries(site.modules).map(([id, { code, imports }]): [string, GraphModule] => [
    id,
    // The hash covers the imports, because they are part of a module's code.
    { hash: hash(JSON.stringify([code, imports]), 16), imports, areas: areasIn(code) },
  ]);
  const ids = Object.keys(site.modules);
  const chunks = Map.groupBy(ids, (id) => site.modules[id]?.chunk ?? '');
  return pageKeys({
    graph: { modules: Object.fromEntries(modules), chunks: Object.fromEntries(chunks) },
    routes: site.routes.map(({ sheet, ...route }) => ({ ...route, head: sheetOf(site, sheet) })),
    chunkText: (file) => (chunks.get(file) ?? []).map((id) => builtCode(site, site.modules[id]?.code ?? '')).join('\n'),
    texts: site.texts,
    entryModules: Object.fromEntries(
      ids.filter((id) => site.modules[id]?.isIsland).map((id) => [id, browserFile(site, id)]),
    ),
    common: site.packages,
    everyPage: [MIDDLEWARE],
  });
}
