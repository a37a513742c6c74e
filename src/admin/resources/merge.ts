import * as v from 'valibot';
import type { NameKind } from '#src/api/store/index.ts';
import { checked } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, staffOf } from '../http/route.ts';
import { fieldError, Id } from '../records/fields.ts';
import type { AdminRecord } from '../records/listing.ts';

const Merge = v.strictObject({ into: Id });

/** Merges a record into another one of its kind, whose address its own leads to from then on. */
export const mergeOf =
  (kind: NameKind) =>
  async (record: AdminRecord, request: AdminRequest): Promise<AdminAnswer> => {
    const { into } = checked(Merge, request.body);
    if (into === record.id) throw fieldError('into', 'must be a different one');
    const isDone = await request.admin.write(staffOf(request), (writer) => writer.merge(kind, Number(record.id), into));
    if (!isDone) throw fieldError('into', `must be the id of a ${kind}`);
    return { body: { data: { id: into, merged: record.id } } };
  };
