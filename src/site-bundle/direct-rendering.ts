import type { PublicBrand } from '#src/brand/public-brand.ts';
import { messageOf } from '#src/lib/errors.ts';
import { memoize } from '#src/lib/memoize.ts';
import { pageLocals } from '#src/pages/_page-locals.ts';
import type { PageShell } from './page-shell.ts';
import type { FilePage, RenderedFile } from './site-app.ts';

/** What rendering directly needs to know of the built site. */
interface BuiltSite {
  /** A name of the route that answers the path. */
  routeOf(pathname: string): string | undefined;
  openShell(first: Request, locals: App.Locals): Promise<PageShell>;
  /** Renders as Astro does for a request. */
  renderRequest(page: FilePage): Promise<RenderedFile>;
  /** Called once for each route and brand that cannot be rendered directly. */
  warn(message: string, fields: { readonly path: string; readonly reason: string }): void;
}

/** The shells of one route and brand, for all its languages. */
interface Route {
  readonly free: PageShell[];
  /** Pages that are still to be rendered both ways: a shell is used for the first time, and again. */
  unchecked: number;
  isDirect: boolean;
}

const CHECKED = 2;

/**
 * Renders pages by page shells. The first pages of each route and brand are rendered by a request as well: where
 * the bytes differ, or a page cannot be rendered by a shell, its route is rendered by requests from then on. So a version of
 * Astro that works otherwise inside makes pages slower and never wrong.
 */
export function createDirectRendering({ routeOf, openShell, renderRequest, warn }: BuiltSite) {
  const routesOf = memoize((_: PublicBrand) => new Map<string, Route>());
  const giveUp = (route: Route, path: string, reason: string) => {
    route.isDirect = false;
    warn('pages like this one are rendered by requests, which takes twice as long', { path, reason });
  };

  async function renderChecked(route: Route, page: FilePage, pathname: string): Promise<RenderedFile> {
    const direct = await renderDirectly(route, page, pathname);
    if (route.unchecked === 0) return direct;
    route.unchecked -= 1;
    const ordinary = await renderRequest(page);
    if (!isSame(direct, ordinary)) giveUp(route, page.path, 'the bytes differ');
    return ordinary;
  }

  async function renderDirectly({ free }: Route, { brand, path, model }: FilePage, pathname: string) {
    const locals = { path, ...pageLocals(brand, path) };
    const shell = free.pop() ?? (await openShell(new Request(brand.origin + path), { ...locals, model }));
    Object.assign(shell.locals, locals, { model });
    const html = await shell.render(pathname);
    // One that failed is not used again.
    free.push(shell);
    return { status: shell.status, html: encoded(html) };
  }

  return async (page: FilePage): Promise<RenderedFile> => {
    const pathname = decodedPath(page.path);
    const name = pathname === undefined ? undefined : routeOf(pathname);
    if (pathname === undefined || name === undefined) return renderRequest(page);
    const route = entryOf(routesOf(page.brand), name);
    if (!route.isDirect) return renderRequest(page);
    try {
      return await renderChecked(route, page, pathname);
    } catch (error) {
      const ordinary = await renderRequest(page);
      // Otherwise the page itself fails, either way.
      if (ordinary.status !== 500) giveUp(route, page.path, messageOf(error));
      return ordinary;
    }
  };
}

const SCRATCH = new Uint8Array(2 ** 20);
const encoder = new TextEncoder();

/** UTF-8 in one pass: to find out its length first would take as long again. */
function encoded(text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, SCRATCH);
  return read === text.length ? SCRATCH.slice(0, written) : encoder.encode(text);
}

function entryOf(routes: Map<string, Route>, key: string): Route {
  const route = routes.get(key) ?? { free: [], unchecked: CHECKED, isDirect: true };
  routes.set(key, route);
  return route;
}

/** As Astro decodes it; undefined for a path with a `%` of its own, which Astro decodes more than once. */
const decodedPath = (path: string) => (path.includes('%25') ? undefined : decodeURI(path));

const isSame = (one: RenderedFile, other: RenderedFile) =>
  one.status === other.status && Buffer.compare(one.html, other.html) === 0;
