import type { APIRoute } from 'astro';
import { sharePictureView } from '#src/features/sharing/views/picture.ts';
import { COVERS_TYPE } from '#src/lib/media-types.ts';
import { KEPT_PICTURE } from '#src/lib/response-headers.ts';
import { onDemandModel } from '../_load.ts';

export const prerender = false;

/**
 * The data for the picture in link previews. The thread that requests it draws the picture
 * (src/serve/render/draw-covers.ts).
 */
export const GET: APIRoute = async (context) => {
  const model = await onDemandModel(context, sharePictureView);
  if (model instanceof Response) return model;
  context.cache.set(KEPT_PICTURE);
  return new Response(JSON.stringify(model), { headers: { 'Content-Type': COVERS_TYPE } });
};
