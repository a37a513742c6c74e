import type { APIContext, AstroGlobal } from 'astro';
import { IS_STATIC_SITE } from '#src/lib/static-site.ts';
import { openSource } from '#src/publish/snapshot/index.ts';
import { pageQuery } from '#src/routes/queries.ts';
import type { Loaded, OnDemandView, PageRef, PrerenderedView } from '#src/shell/page/view.ts';
import { staticSource } from './_static.ts';

type Context = Pick<AstroGlobal | APIContext, 'locals' | 'url'>;

/**
 * The model of a prerendered page. The rebuild passes it in. Otherwise it is loaded from a snapshot: in a plain `astro
 * build`, or if the page's file is damaged.
 */
export function prerenderedModel<M>({ locals }: Pick<Context, 'locals'>, view: PrerenderedView<M>): M {
  // The cast is safe, because the rebuild has computed the model with the same view.
  if (locals.model !== undefined) return locals.model as M;
  const ref = { params: locals.match?.params ?? {}, page: locals.match?.page ?? 1 };
  const loaded = locals.snapshot ? loadOnce(locals, view, ref) : view.load(ref, staticSource(locals.site), locals.site);
  if (loaded.status === 'ok') return loaded.model;
  throw new Error(`${locals.path} has no ${view.kind} page: ${loaded.status}`);
}

/** Loads a single page from the snapshot. Closes the snapshot again, because the next rebuild changes the file. */
function loadOnce<M>(
  { site, snapshot = '' }: App.Locals,
  view: PrerenderedView<M>,
  ref: Pick<PageRef, 'params' | 'page'>,
) {
  const source = openSource(snapshot, site.locale.section);
  try {
    return view.load(ref, source, site);
  } finally {
    source.close();
  }
}

/**
 * The model of a list. If the query has filters, it is loaded from the upstream; otherwise it is that of the
 * prerendered page.
 */
export async function listModel<M>(
  context: Context,
  view: PrerenderedView<M>,
  filtered: OnDemandView<M>,
): Promise<M | Response> {
  const { match } = context.locals;
  const isFiltered = match !== undefined && pageQuery(match, context.url.search) !== '';
  return isFiltered ? onDemandModel(context, filtered) : prerenderedModel(context, view);
}

/**
 * The model of a page that is prerendered for some books and rendered on request for others. For the sample page,
 * returns the sample model.
 */
export async function hybridModel<M>(
  context: Context,
  view: PrerenderedView<M>,
  onDemand: OnDemandView<M>,
): Promise<M | Response> {
  const { model, sample, upstreamOrigin, site } = context.locals;
  if (sample && onDemand.sample) return onDemand.sample(site);
  const isOnDemand = model === undefined && upstreamOrigin !== undefined;
  return isOnDemand ? onDemandModel(context, onDemand) : prerenderedModel(context, view);
}

/** Astro forbids reading the query of a prerendered page. */
const NO_QUERY = new URLSearchParams();

/** The model of a page that is rendered on request, or the response to send instead. */
export async function onDemandModel<M>({ locals, url }: Context, view: OnDemandView<M>): Promise<M | Response> {
  if (locals.match?.kind !== view.kind) return emptyResponse(404);
  const loaded = await view.load(
    locals.match,
    IS_STATIC_SITE ? NO_QUERY : url.searchParams,
    locals.upstream,
    locals.site,
  );
  if (loaded.status === 'ok') return loaded.model;
  if (IS_STATIC_SITE) throw new Error(`${locals.path} cannot be built: ${JSON.stringify(loaded)}`);
  return responseTo(loaded, locals.site.paths.badRequest());
}

function responseTo(loaded: Exclude<Loaded<never>, { status: 'ok' }>, badRequest: string): Response {
  if (loaded.status === 'missing') return emptyResponse(404);
  if (loaded.status === 'gone') return emptyResponse(loaded.httpStatus);
  if (loaded.status === 'redirect') return emptyResponse(loaded.permanent ? 308 : 302, loaded.to);
  if (loaded.httpStatus === 400) return emptyResponse(302, badRequest);
  // The server adds Retry-After to this response, or sends an older copy of the page instead.
  return emptyResponse(503);
}

/** A response without a body. The server adds the release's error page as its body. */
function emptyResponse(status: number, location?: string): Response {
  const headers = new Headers({ 'X-Astro-Reroute': 'no', 'Cache-Control': 'no-store' });
  if (location !== undefined) headers.set('Location', location);
  return new Response(null, { status, headers });
}
