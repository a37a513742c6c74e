import type { APIRoute } from 'astro';
import { feedText } from '#src/features/feeds/formats/index.ts';
import { authorFeedView, bookFeedView } from '#src/features/feeds/view.ts';
import { mediaType } from '#src/lib/media-types.ts';
import { KEPT_PAGE } from '#src/lib/response-headers.ts';
import { isFeedFormat } from '#src/routes/paths.ts';
import { onDemandModel } from '../_load.ts';
import { onDemandPaths } from '../_static.ts';
import { feedPaths } from '../_static-pages.ts';

export const prerender = true;
export const getStaticPaths = onDemandPaths(feedPaths);

/** Responds with the feed of an author or a book. */
export const GET: APIRoute = async (context) => {
  const { match, site } = context.locals;
  const model = await onDemandModel(context, match?.kind === 'bookFeed' ? bookFeedView : authorFeedView);
  if (model instanceof Response) return model;
  const format = match?.params['format'] ?? '';
  if (!isFeedFormat(format)) return new Response(null, { status: 404 });
  context.cache.set(KEPT_PAGE);
  return new Response(feedText(site, model, format), { headers: { 'Content-Type': mediaType(`feed.${format}`) } });
};
