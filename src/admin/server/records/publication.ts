import * as v from 'valibot';
import { PublicationState } from '#src/admin/contract/records.ts';
import type { Publication } from '#src/api/store/index.ts';
import { Timestamp } from '#src/contract/entities/scalars.ts';
import { AdminError } from '../http/error.ts';

/** Fields that determine when visitors can see a book or chapter. */
export const PUBLICATION_FIELDS = {
  state: PublicationState,
  publish_at: v.nullable(Timestamp),
};

interface PublicationFields {
  readonly state?: PublicationState | undefined;
  readonly publish_at?: string | null | undefined;
}

/**
 * The publication set by the fields; undefined if they set none.
 * @param record its date is used if the fields schedule publication without a date
 * @throws AdminError invalid if publication is scheduled and neither has a date
 */
export function publicationOf(
  fields: PublicationFields,
  record: Pick<PublicationFields, 'publish_at'> = {},
): Publication | undefined {
  const state = fields.state ?? (typeof fields.publish_at === 'string' ? 'scheduled' : undefined);
  if (state === undefined) return undefined;
  if (state !== 'scheduled') return state;
  const from = fields.publish_at ?? record.publish_at;
  if (typeof from === 'string') return { from };
  const message = 'is required to schedule publication';
  throw new AdminError('invalid', `publish_at: ${message}`, { fields: { publish_at: message } });
}
