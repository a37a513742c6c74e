import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '#src/lib/log.ts';
import { noneMatch } from '#src/lib/none-match.ts';
import { faultOf, sendFault } from '../http/answer.ts';
import { etagOf } from '../http/etag.ts';
import { ApiFault } from '../http/fault.ts';
import { createResizer, type Resizer } from './resize.ts';
import { isMediaName, MEDIA_TYPES, MEDIA_WIDTHS } from './types.ts';

export interface MediaOptions {
  /** Folder that holds `covers` and `pictures`; resized pictures are kept in `.resized` beside them. */
  readonly media: string;
  readonly log: Log;
}

type MediaRequest = FastifyRequest<{ Params: { folder: string; name: string }; Querystring: { w?: unknown } }>;

interface Picture {
  readonly content: Uint8Array;
  readonly type: string;
}

/** A visitor who opens a picture by itself gets a document that can run and load nothing. */
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
};

/** Covers and pictures below `/media/`, resized where `?w=` asks for it. */
export function addMedia(app: FastifyInstance, { media, log }: MediaOptions): void {
  const resizer = createResizer(join(media, '.resized'));
  app.get('/media/:folder/:name', async (request: MediaRequest, reply) => {
    try {
      return sendPicture(request, reply, await pictureOf(request, media, resizer));
    } catch (error) {
      return sendFault(reply, faultOf(error, request.url, log), {});
    }
  });
}

async function pictureOf({ params, query }: MediaRequest, media: string, resizer: Resizer): Promise<Picture> {
  const { folder, name } = params;
  const type = MEDIA_TYPES[extname(name).toLowerCase()];
  const content =
    type && isMediaName(folder, name) ? await readFile(join(media, folder, name)).catch(() => undefined) : undefined;
  if (!content || !type) throw new ApiFault('NOT_FOUND', 'There is no such picture.');
  if (query.w === undefined) return { content, type };
  return { content: await resizer.resize(content, widthOf(query.w)), type: 'image/webp' };
}

function widthOf(value: unknown): number {
  const width = MEDIA_WIDTHS.find((known) => String(known) === value);
  if (width === undefined) throw new ApiFault('BAD_REQUEST', `w: must be one of ${MEDIA_WIDTHS.join(', ')}`);
  return width;
}

function sendPicture(request: FastifyRequest, reply: FastifyReply, { content, type }: Picture): FastifyReply {
  const etag = etagOf(content);
  reply.headers({ ...HEADERS, etag });
  if (noneMatch(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.type(type).send(content);
}
