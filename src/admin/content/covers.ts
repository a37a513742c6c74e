import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { coverArt } from '#src/api/seed/covers/index.ts';
import type { NewBook } from '#src/api/store/index.ts';
import { AdminError } from '../http/error.ts';
import { checked } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import type { AdminRecord } from '../records/listing.ts';

export type Cover = NonNullable<NewBook['cover']>;

/** The picture of the body, as covers are kept. @throws AdminError unsupported_type, invalid for what is no picture */
export async function uploadedCover(request: AdminRequest): Promise<Cover> {
  const { body, admin } = request;
  if (!Buffer.isBuffer(body))
    throw new AdminError('unsupported_type', 'Send the picture itself, with its type such as image/png.');
  return admin.untrusted.cover(body, staffOf(request));
}

const Options = v.strictObject({
  /** Hue in steps of 10 degrees; left to chance where it is left out. */
  tone: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(35))),
});

const TONES = 36;

/** A new drawing with title and author; another one each time. */
export function drawnCover(record: AdminRecord, request: AdminRequest): Promise<Cover> {
  const { body, admin } = request;
  const { tone = Math.floor(Math.random() * TONES) } = checked(Options, body ?? {});
  const { title, author, category } = record;
  const words = { title: String(title), author: String(author) };
  const { svg } = coverArt({ key: randomUUID(), tone, category: String(category), words });
  // As a picture of pixels, as every cover that is not part of the demo catalogue.
  return admin.untrusted.cover(Buffer.from(svg), staffOf(request));
}
