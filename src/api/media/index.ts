import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { matchesIfNoneMatch } from '#src/lib/http.ts';
import type { Log } from '#src/lib/log.ts';
import { readPlain } from '#src/lib/plain-files.ts';
import { CONFINED_POLICY } from '#src/lib/response-headers.ts';
import { ApiError } from '../http/error.ts';
import { etagOf, sendError, toApiError } from '../http/reply.ts';
import { isMediaName, MEDIA_TYPES, MEDIA_WIDTHS } from './media-types.ts';
import { createResizer, type Resizer } from './resize.ts';

export interface MediaOptions {
  /** Folder that contains `covers` and `pictures`. Resized pictures are cached in its subfolder `.resized`. */
  readonly media: string;
  readonly log: Log;
}

type MediaRequest = FastifyRequest<{ Params: { folder: string; name: string }; Querystring: { w?: unknown } }>;

interface Picture {
  readonly content: Uint8Array;
  readonly type: string;
  readonly headers: Readonly<Record<string, string>>;
}

const IMMUTABLE = { 'cache-control': 'public, max-age=31536000, immutable' };
/** Headers of a WebP that an AVIF will replace. It is cached briefly, so that browsers soon request the AVIF. */
const SHORT_LIVED = { 'cache-control': 'public, max-age=3600' };

/** Headers that prevent a picture from running or loading anything if it is opened as a document. */
const HEADERS = {
  'content-security-policy': CONFINED_POLICY,
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Serves covers and pictures below `/media/`. With `?w=` they are resized: as AVIF if the browser accepts it and it has
 * already been created, otherwise as WebP.
 * @returns a function that adds the routes to an app; all apps share the cache
 */
export function createMediaRoutes({ media, log }: MediaOptions): (app: FastifyInstance) => void {
  const resizer = createResizer(join(media, '.resized'), log);
  return (app) => {
    app.addHook('onClose', () => resizer.close());
    app.get('/media/:folder/:name', async (request: MediaRequest, reply) => {
      try {
        return sendPicture(request, reply, await pictureOf(request, media, resizer));
      } catch (error) {
        return sendError(reply, toApiError(error, request.url, log), {});
      }
    });
  };
}

async function pictureOf({ params, query, headers }: MediaRequest, media: string, resizer: Resizer): Promise<Picture> {
  const { folder, name } = params;
  const type = MEDIA_TYPES[extname(name).toLowerCase()];
  const file = join(media, folder, name);
  const content =
    type && isMediaName(folder, name) ? await readPlain(media, `${folder}/${name}`).catch(() => undefined) : undefined;
  if (!content || !type) throw new ApiError('NOT_FOUND', 'Picture not found.');
  if (query.w === undefined) return { content, type, headers: IMMUTABLE };
  const { final, ...resized } = await resizer.resize({ file, content }, widthOf(query.w), takesAvif(headers.accept));
  return { ...resized, headers: { vary: 'Accept', ...(final ? IMMUTABLE : SHORT_LIVED) } };
}

/** Whether an Accept header names AVIF. A range such as `image/*` is not enough. */
const takesAvif = (accept = '') => /image\/avif(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(accept);

function widthOf(value: unknown): number {
  const width = MEDIA_WIDTHS.find((allowed) => String(allowed) === value);
  if (width === undefined) throw new ApiError('BAD_REQUEST', `w: must be one of ${MEDIA_WIDTHS.join(', ')}`);
  return width;
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, { content, type, headers }: Picture): FastifyReply {
  const etag = etagOf(content);
  reply.headers({ ...HEADERS, ...headers, etag });
  if (matchesIfNoneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(content);
}
