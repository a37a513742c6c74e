import type { APIContext, AstroGlobal } from 'astro';
import { pageQuery } from '#src/routes/queries.ts';
import type { Loaded, OnDemandView, PrerenderedView } from '#src/view-models/view.ts';
import { staticSource } from './_static.ts';

type Context = Pick<AstroGlobal | APIContext, 'locals' | 'url'>;

/** The model of a prerendered page: handed on by the rebuild, else loaded from the snapshot of a plain build. */
export function prerenderedModel<M>({ locals, url }: Context, view: PrerenderedView<M>): M {
  // The rebuild computed it with this very view; its type is lost on the way through the render thread.
  if (locals.model !== undefined) return locals.model as M;
  const ref = { params: locals.match?.params ?? {}, page: locals.match?.page ?? 1 };
  const loaded = view.load(ref, staticSource(locals.site), locals.site);
  if (loaded.status === 'ok') return loaded.model;
  throw new Error(`${url.pathname} has no ${view.kind} page: ${loaded.status}`);
}

/** The model of a list: the release's own, or where the query filters it one made on request. */
export async function listModel<M>(
  context: Context,
  view: PrerenderedView<M>,
  filtered: OnDemandView<M>,
): Promise<M | Response> {
  const { match } = context.locals;
  const isFiltered = match !== undefined && pageQuery(match, context.url.search) !== '';
  return isFiltered ? onDemandModel(context, filtered) : prerenderedModel(context, view);
}

/** The model of a page that a release may have: the release's own, else one made on request. */
export async function hybridModel<M>(
  context: Context,
  view: PrerenderedView<M>,
  onRequest: OnDemandView<M>,
): Promise<M | Response> {
  const { model, upstreamOrigin } = context.locals;
  const isAsked = model === undefined && upstreamOrigin !== undefined;
  return isAsked ? onDemandModel(context, onRequest) : prerenderedModel(context, view);
}

/** The model of a page rendered on request, or the answer to give instead of it. */
export async function onDemandModel<M>({ locals, url }: Context, view: OnDemandView<M>): Promise<M | Response> {
  if (locals.match?.kind !== view.kind) return answer(404);
  const loaded = await view.load(locals.match, url.searchParams, locals.upstream, locals.site);
  return loaded.status === 'ok' ? loaded.model : answerTo(loaded, locals.site.paths.badRequest());
}

function answerTo(loaded: Exclude<Loaded<never>, { status: 'ok' }>, badRequest: string): Response {
  if (loaded.status === 'missing') return answer(404);
  if (loaded.status === 'redirect') return answer(loaded.permanent ? 308 : 302, loaded.to);
  if (loaded.httpStatus === 400) return answer(302, badRequest);
  return answer(502);
}

/** An answer without a body: the front puts the release's error page there. */
function answer(status: number, location?: string): Response {
  const headers = new Headers({ 'X-Astro-Reroute': 'no', 'Cache-Control': 'no-store' });
  if (location !== undefined) headers.set('Location', location);
  return new Response(null, { status, headers });
}
