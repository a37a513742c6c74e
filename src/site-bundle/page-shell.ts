import { FetchState } from 'astro/fetch';
import { renderPage, renderToString } from 'astro/runtime/server/index.js';
import { LecternError } from '#src/lib/errors.ts';

/**
 * A route of the built site that Astro has made ready for one page, used for other pages of the same brand and language.
 * It saves what Astro makes anew for each: request, response, middleware and the result object. One page at a time.
 */
export interface PageShell {
  /** What the page reads of `Astro.locals`. */
  readonly locals: App.Locals;
  /** Status of all pages of the route. */
  readonly status: number;
  /** @param pathname decoded, as Astro has it in `Astro.url` */
  render(pathname: string): Promise<string>;
}

/** A page that has no shell: its route is none, or answers with something else than HTML. */
export class NoPageShellError extends LecternError {
  constructor(message: string) {
    super('NO_PAGE_SHELL', message);
  }
}

/** Pages say for how long servers keep them, which says nothing of a file. */
const NO_CACHE = { create: () => ({ set: () => undefined }) };

/** @param first request of the page that Astro is made ready for */
export async function openPageShell(first: Request, locals: App.Locals): Promise<PageShell> {
  const state = new FetchState(first);
  const { routeData: route } = state;
  if (route?.type !== 'page') throw new NoPageShellError(`${first.url} is no page`);
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
      // Its own object: the ids of React's components count up for each.
      const html = await renderToString({ ...result }, page.default, props, {}, true, route);
      if (typeof html === 'string') return html;
      throw new NoPageShellError(`${pathname} answers with a response`);
    },
  };
}

/** An object whose sets and arrays are its own: a rendering adds to them and removes from them. */
const copyOf = <T extends object>(original: T): T => ({ ...original, ...collectionsOf(original) });

function collectionsOf(original: object) {
  const copies: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(original)) {
    if (value instanceof Set) copies[key] = new Set(value);
    else if (Array.isArray(value)) copies[key] = [...value];
  }
  return copies;
}
