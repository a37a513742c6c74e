import { FetchState } from 'astro/fetch';
import { renderPage, renderToString } from 'astro/runtime/server/index.js';
import { LecternError } from '#src/lib/errors.ts';

/**
 * A route of the built site that Astro has prepared for one page. It is reused for other pages of the route with the
 * same brand and language, which saves creating a request, response, middleware and result object per page. Renders one
 * page at a time.
 */
export interface PageShell {
  /** Value of `Astro.locals` for the page. */
  readonly locals: App.Locals;
  /** Status of all pages of the route. */
  readonly status: number;
  /** @param pathname decoded, as in `Astro.url` */
  render(pathname: string): Promise<string>;
}

/** Thrown for a page that cannot have a shell: it has no route, or its response is not HTML. */
export class NoPageShellError extends LecternError {
  constructor(message: string) {
    super('NO_PAGE_SHELL', message);
  }
}

/** Stands in for Astro's cache: ignores the cache settings of pages, which do not apply to files. */
const NO_CACHE = { create: () => ({ set: () => undefined }) };

/** @param first request for the page that Astro is prepared for */
export async function openPageShell(first: Request, locals: App.Locals): Promise<PageShell> {
  const state = new FetchState(first);
  const { routeData: route } = state;
  if (route?.type !== 'page') throw new NoPageShellError(`${first.url} is not a page`);
  state.locals = locals;
  state.provide('cache', NO_CACHE);
  const page = await state.loadComponentInstance();
  const props = await state.getProps();
  const result = await state.createResult(page, state.getActionAPIContext());
  const untouched = { ...collectionsOf(result), _metadata: copyOf(result._metadata) };
  const { status } = await renderPage(result, page.default, props, {}, false, route);
  const { headInTree, routeHasPropagation } = result._metadata;
  Object.assign(untouched._metadata, { headInTree, routeHasPropagation });
  return {
    locals,
    status,
    async render(pathname) {
      state.url.pathname = pathname;
      Object.assign(result, collectionsOf(untouched), { pathname, _metadata: copyOf(untouched._metadata) });
      // Each rendering needs its own result object, because the object contains the counter for React's component ids.
      const html = await renderToString({ ...result }, page.default, props, {}, true, route);
      if (typeof html === 'string') return html;
      throw new NoPageShellError(`the page ${pathname} returned a Response instead of HTML`);
    },
  };
}

/** Copies the sets and arrays too, because rendering adds to them and removes from them. */
const copyOf = <T extends object>(original: T): T => ({ ...original, ...collectionsOf(original) });

function collectionsOf(original: object) {
  const copies: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(original)) {
    if (value instanceof Set) copies[key] = new Set(value);
    else if (Array.isArray(value)) copies[key] = [...value];
  }
  return copies;
}
