import { hash } from '#src/lib/hash.ts';
import { areasIn, type GraphModule } from '#src/site-bundle/module-graph.ts';
import { type PageKey, pageKeys } from '#src/site-bundle/page-keys.ts';

/** A module: what it adds to a page's HTML, and what it brings along. */
export interface SyntheticModule {
  /** May name texts, as `t('area:key')`, and browser files that are built, as `_astro/NAME`. */
  code: string;
  imports: string[];
  /** A browser file is made of it and of what it imports. */
  isIsland: boolean;
  /** File of the server that it is in. */
  chunk: string;
}

/** A site small enough to be built a thousand times: it stands in the place of a version of the code. */
export interface SyntheticSite {
  modules: Record<string, SyntheticModule>;
  /** By area. */
  texts: Record<string, string>;
  /** Sheets and their rules. */
  styles: Record<string, string>;
  routes: { route: string; pattern: string; component: string; sheet: string }[];
  packages: string;
}

const MIDDLEWARE = 'src/middleware.ts';

/** Routes of a listing, a novel and a reader with what they share. */
export function syntheticSite(): SyntheticSite {
  const modules: SyntheticSite['modules'] = {};
  const add = (id: string, code: string, imports: string[] = [], isIsland = false) => {
    modules[id] = { code, imports, isIsland, chunk: `chunks/${id.split('/')[1]}.mjs` };
  };
  add(MIDDLEWARE, 'locals');
  add('src/pages/tags.astro', 'tags', ['src/components/List.astro', 'src/view-models/tag.ts']);
  add('src/pages/genres.astro', 'genres', ['src/components/List.astro', 'src/view-models/genre.ts']);
  add('src/pages/novel.astro', "novel t('novel:title')", ['src/components/Actions.astro', 'src/layouts/Base.astro']);
  add('src/pages/reader.astro', "reader t('reader:next')", ['src/islands/Reader.tsx', 'src/layouts/Base.astro']);
  add('src/components/List.astro', "list t('listing:more')", ['src/layouts/Base.astro', 'src/components/Icon.astro']);
  add('src/components/Actions.astro', 'actions', ['src/islands/Share.tsx', 'src/components/Icon.astro']);
  add('src/components/Icon.astro', 'icon');
  add('src/layouts/Base.astro', "base t('common:skip') _astro/late.css", ['src/lib/inline.js?raw']);
  add('src/lib/inline.js?raw', 'inline');
  add('src/view-models/tag.ts', 'model of a tag', ['src/lib/cards.ts']);
  add('src/view-models/genre.ts', 'model of a genre', ['src/lib/cards.ts']);
  add('src/lib/cards.ts', 'cards');
  add('src/islands/Reader.tsx', "island t('reader:close')", ['src/islands/Panel.tsx', 'src/stores/place.ts'], true);
  add('src/islands/Panel.tsx', 'panel', [], true);
  add('src/islands/Share.tsx', 'share', ['src/stores/place.ts'], true);
  add('src/stores/place.ts', 'place');
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

function* reached({ modules }: SyntheticSite, id: string, seen = new Set<string>()): Iterable<string> {
  if (seen.has(id) || !modules[id]) return;
  seen.add(id);
  yield id;
  for (const other of modules[id].imports) yield* reached({ modules } as SyntheticSite, other, seen);
}

/** The name of a browser file: it changes with all that the file is made of. */
const browserFile = (site: SyntheticSite, id: string) =>
  `_astro/${hash([...reached(site, id)].map((one) => site.modules[one]?.code).join(), 8)}.js`;

const sheetOf = (site: SyntheticSite, name: string) => `_astro/${hash(site.styles[name] ?? '', 8)}.css`;

/** Code as the bundler writes it: browser files by their built names. */
const builtCode = (site: SyntheticSite, code: string) => code.replaceAll('_astro/late.css', sheetOf(site, 'late.css'));

/** What a visitor gets: all that the page's modules add to it. The keys are not asked. */
export function renderSynthetic(site: SyntheticSite, path: string, data: string): string {
  const route = site.routes.find(({ pattern }) => new RegExp(pattern).test(path));
  if (!route) return 'not found';
  const parts = [...reached(site, MIDDLEWARE), ...reached(site, route.component)].map((id) => {
    const { code = '', isIsland } = site.modules[id] ?? {};
    const text = builtCode(site, code).replaceAll(/t\('(\w+):\w+'\)/g, (_, area) => site.texts[area] ?? '');
    return isIsland ? `${text} ${browserFile(site, id)}` : text;
  });
  return [site.packages, sheetOf(site, route.sheet), path, data, ...parts].join('\n');
}

/** The keys of the site, by what a bundler tells of it. */
export function syntheticKeys(site: SyntheticSite): PageKey[] {
  const modules = Object.entries(site.modules).map(([id, { code, imports }]): [string, GraphModule] => [
    id,
    // A module's code names what it imports.
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
