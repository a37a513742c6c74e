import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { storeCover } from '#src/api/import/index.ts';
import { coverArt } from '#src/api/seed/covers/index.ts';
import type { NewBook } from '#src/api/store/index.ts';
import { messageOf } from '#src/lib/errors.ts';
import { AdminError } from '../http/error.ts';
import { checked } from '../http/input.ts';
import type { AdminRequest } from '../http/route.ts';
import type { AdminRecord } from '../records/listing.ts';

export type Cover = NonNullable<NewBook['cover']>;

/** The picture of the body, as covers are kept. @throws AdminError unsupported_type, invalid for what is no picture */
export async function uploadedCover({ body, admin }: AdminRequest): Promise<Cover> {
  if (!Buffer.isBuffer(body))
    throw new AdminError('unsupported_type', 'Send the picture itself, with its type such as image/png.');
  try {
    return await storeCover(body, { media: admin.store.media });
  } catch (error) {
    throw new AdminError('invalid', `This is no picture that can be a cover: ${messageOf(error)}`, { cause: error });
  }
}

const Options = v.strictObject({
  /** Hue in steps of 10 degrees; left to chance where it is left out. */
  tone: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(35))),
});

const TONES = 36;

/** A new drawing with title and author; another one each time. */
export function drawnCover(record: AdminRecord, { body, admin }: AdminRequest): Promise<Cover> {
  const { tone = Math.floor(Math.random() * TONES) } = checked(Options, body ?? {});
  const { title, author, category } = record;
  const words = { title: String(title), author: String(author) };
  const { svg } = coverArt({ key: randomUUID(), tone, category: String(category), words });
  // As a picture of pixels, as every cover that is not part of the demo catalogue.
  return storeCover(Buffer.from(svg), { media: admin.store.media });
}
