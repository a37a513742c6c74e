import * as v from 'valibot';
import type { Publication } from '#src/api/store/index.ts';
import { Timestamp } from '#src/contract/entities/scalars.ts';
import { AdminError } from '../http/error.ts';

/** Fields of a book or chapter that say from when on visitors see it. */
export const PUBLICATION_FIELDS = {
  state: v.picklist(['draft', 'scheduled', 'published'], 'must be draft, scheduled or published'),
  publish_at: v.nullable(Timestamp),
};

interface Given {
  readonly state?: 'draft' | 'scheduled' | 'published' | undefined;
  readonly publish_at?: string | null | undefined;
}

/**
 * The publication that the fields ask for; undefined where they ask for none.
 * @param record what is known: a moment alone moves what is scheduled
 * @throws AdminError invalid for one that is scheduled without a moment
 */
export function publicationOf(given: Given, record: Readonly<Record<string, unknown>> = {}): Publication | undefined {
  const state = given.state ?? (typeof given.publish_at === 'string' ? 'scheduled' : undefined);
  if (state === undefined) return undefined;
  if (state !== 'scheduled') return state;
  const from = given.publish_at ?? record['publish_at'];
  if (typeof from === 'string') return { from };
  const message = 'is required to schedule publication';
  throw new AdminError('invalid', `publish_at: ${message}`, { fields: { publish_at: message } });
}
