import type { PublicBrand } from '#src/brand/public-brand.ts';
import { messageOf } from '#src/lib/errors.ts';
import { memoize } from '#src/lib/memoize.ts';
import { pageLocals } from '#src/pages/_page-locals.ts';
import type { PageShell } from './page-shell.ts';
import type { FilePage, RenderedFile } from './site-app.ts';

/** The parts of the built site that direct rendering needs. */
interface BuiltSite {
  /** Returns the name of the route that matches the path. */
  routeOf(pathname: string): string | undefined;
  openShell(first: Request, locals: App.Locals): Promise<PageShell>;
  /** Renders through a normal Astro request. */
  renderRequest(page: FilePage): Promise<RenderedFile>;
  /** Called once for each route and brand that cannot be rendered directly. */
  warn(message: string, fields: { readonly path: string; readonly reason: string }): void;
}

/** The shells for one route and brand, in all languages of the brand. */
interface Route {
  readonly free: PageShell[];
  /**
   * Number of pages still to be compared with a normal request. It starts at two: one page for a new shell, one for a
   * reused shell.
   */
  unchecked: number;
  isDirect: boolean;
}

const CHECKED = 2;

/**
 * Renders pages through page shells. The first pages of each route and brand are also rendered through a normal
 * request. If the bytes differ, or a shell cannot render a page, the route is rendered through requests from then on.
 * So if a new version of Astro changes its internals, rendering gets slower but stays correct.
 */
export function createDirectRendering({ routeOf, openShell, renderRequest, warn }: BuiltSite) {
  const routesOf = memoize((_: PublicBrand) => new Map<string, Route>());
  const giveUp = (route: Route, path: string, reason: string) => {
    route.isDirect = false;
    warn('pages like this one are rendered through requests, which takes twice as long', { path, reason });
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
    // This line is not reached if the shell has failed, so a failed shell is not reused.
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
      // A page with status 500 is itself broken: it fails with direct and with normal rendering.
      if (ordinary.status !== 500) giveUp(route, page.path, messageOf(error));
      return ordinary;
    }
  };
}

const SCRATCH = new Uint8Array(2 ** 20);
const encoder = new TextEncoder();

/** Encodes to UTF-8 in one pass. Measuring the length first would take twice as long. */
function encoded(text: string): Uint8Array {
  const { read, written } = encoder.encodeInto(text, SCRATCH);
  return read === text.length ? SCRATCH.slice(0, written) : encoder.encode(text);
}

function entryOf(routes: Map<string, Route>, key: string): Route {
  const route = routes.get(key) ?? { free: [], unchecked: CHECKED, isDirect: true };
  routes.set(key, route);
  return route;
}

/** Decodes as Astro does. Returns undefined for a path with an encoded `%`, which Astro decodes more than once. */
const decodedPath = (path: string) => (path.includes('%25') ? undefined : decodeURI(path));

const isSame = (a: RenderedFile, b: RenderedFile) => a.status === b.status && Buffer.compare(a.html, b.html) === 0;
