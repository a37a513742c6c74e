import { join } from 'node:path';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { brandById, readBrands } from '#src/brand/registry.ts';
import { getConfig } from '#src/config/config.ts';
import { DEFAULT_LOCALE, LOCALES, type LocaleCode } from '#src/contract/locales.ts';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { bundleSettledBrand, openSource } from '#src/publish/snapshot/index.ts';
import { createPaths } from '#src/routes/paths.ts';
import type { Source } from '#src/shell/page/source.ts';
import type { PrerenderedView, Site } from '#src/shell/page/view.ts';

/** The brand that a plain `astro build` renders from its snapshot: `LECTERN_BRAND`. */
let brand: Promise<PublicBrand> | undefined;

export async function staticBrand(): Promise<PublicBrand | undefined> {
  const id = process.env['LECTERN_BRAND'];
  if (!id) return undefined;
  brand ??= readStaticBrand(id);
  return brand;
}

async function readStaticBrand(id: string): Promise<PublicBrand> {
  const config = getConfig(process.env);
  const plain = brandById(await readBrands(config), id);
  const modules = join(process.cwd(), 'node_modules');
  return (await bundleSettledBrand(plain, snapshotOf(id), modules)).brand;
}

const snapshotOf = (id: string) => join(getConfig(process.env).state, id, 'catalogue.db');

const sources = new Map<number, Source>();

export function staticSource(site: Site): Source {
  const source = sources.get(site.locale.section) ?? openSource(snapshotOf(site.brand.id), site.locale.section);
  sources.set(site.locale.section, source);
  return source;
}

interface StaticPath {
  params: Record<string, string | undefined>;
}

/**
 * Creates `getStaticPaths` for a page file such as `tags/[...rest].astro`. The file at the top level gets the views'
 * paths in the default locale; its copy below `[locale]` gets the paths in the other locales.
 */
export const staticPaths = (...views: readonly PrerenderedView<unknown>[]) => pathsIn(views.map(pathsOfView));

/** Returns paths of one kind of page in one locale. */
type PathsOf = (source: Source, site: Site) => Iterable<string>;

/**
 * Creates `getStaticPaths` for pages that a server renders on request. Only a complete static site has files for them.
 */
export const onDemandPaths = (pathsOf: PathsOf) => pathsIn(IS_STATIC_SITE ? [pathsOf] : []);

/** Creates `getStaticPaths` for pages that are rendered on request except for some books (`view`). */
export const hybridPaths = (view: PrerenderedView<unknown>, pathsOf: PathsOf) =>
  pathsIn([IS_STATIC_SITE ? pathsOf : pathsOfView(view)]);

const pathsOfView =
  (view: PrerenderedView<unknown>): PathsOf =>
  (source, site) =>
    Array.from(view.paths(source, site), ({ path }) => path);

const pathsIn =
  (kinds: readonly PathsOf[]) =>
  async ({ routePattern }: { routePattern: string }): Promise<StaticPath[]> => {
    const built = await staticBrand();
    if (!built) return [];
    const localised = routePattern.startsWith('/[locale]');
    const codes = built.locales.filter((code) => (code !== DEFAULT_LOCALE) === localised);
    return codes.flatMap((code) => kinds.flatMap((pathsOf) => staticPathsOf(pathsOf, built, code)));
  };

function staticPathsOf(pathsOf: PathsOf, brand: PublicBrand, code: LocaleCode): StaticPath[] {
  const site: Site = { brand, locale: LOCALES[code], paths: createPaths(code) };
  const locale = code === DEFAULT_LOCALE ? {} : { locale: code };
  return Array.from(pathsOf(staticSource(site), site), (path) => {
    const segments = path
      .split('/')
      .filter(Boolean)
      .slice(locale.locale ? 2 : 1);
    return { params: { ...locale, rest: segments.map(decodeURIComponent).join('/') || undefined } };
  });
}
