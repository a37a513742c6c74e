import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { BookRecord } from '#src/admin/contract/records.ts';
import { coverArt } from '#src/api/seed/covers/index.ts';
import type { NewBook } from '#src/api/store/index.ts';
import { AdminError } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';

export type Cover = NonNullable<NewBook['cover']>;

/** Stores the picture in the body as a cover. @throws AdminError unsupported_type; invalid if it is not a picture */
export async function uploadedCover(request: AdminRequest): Promise<Cover> {
  const { body, admin } = request;
  if (!Buffer.isBuffer(body))
    throw new AdminError('unsupported_type', 'Send the file of the picture, with a content type such as image/png.');
  return admin.untrusted.cover(body, staffOf(request));
}

const Options = v.strictObject({
  /** Hue in steps of 10 degrees. Default: random. */
  tone: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(35))),
});

const TONES = 36;

/** Draws a new cover with title and author. The drawing differs each time. */
export function drawnCover({ title, author, category }: BookRecord, request: AdminRequest): Promise<Cover> {
  const { body, admin } = request;
  const { tone = Math.floor(Math.random() * TONES) } = parseBody(Options, body ?? {});
  const { svg } = coverArt({ key: randomUUID(), tone, category, words: { title, author } });
  // Rasterised, because only demo covers are stored as SVG.
  return admin.untrusted.cover(Buffer.from(svg), staffOf(request));
}
