import type { APIRoute } from 'astro';
import { COVERS_TYPE } from '#src/lib/media-types.ts';
import { KEPT_PICTURE } from '#src/lib/response-headers.ts';
import { sharePictureView } from '#src/view-models/share-picture.ts';
import { onDemandModel } from '../_load.ts';

export const prerender = false;

/** What the picture of a link is drawn from; the thread that asked draws it (src/server/draw-covers.ts). */
export const GET: APIRoute = async (context) => {
  const model = await onDemandModel(context, sharePictureView);
  if (model instanceof Response) return model;
  context.cache.set(KEPT_PICTURE);
  return new Response(JSON.stringify(model), { headers: { 'Content-Type': COVERS_TYPE } });
};
