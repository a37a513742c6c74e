import * as v from 'valibot';
import type { GenreRecord, NameRecord } from '#src/admin/contract/records.ts';
import type { NameKind } from '#src/api/store/index.ts';
import { parseBody } from '../http/input.ts';
import { type AdminAnswer, type AdminRequest, staffOf } from '../http/route.ts';
import { fieldError, Id } from '../records/fields.ts';

const Merge = v.strictObject({ into: Id });

/** Merges a record into another record of its kind. The record's old address then redirects to the other record. */
export const mergeOf =
  (kind: NameKind) =>
  async (record: Pick<NameRecord | GenreRecord, 'id'>, request: AdminRequest): Promise<AdminAnswer> => {
    const { into } = parseBody(Merge, request.body);
    if (into === record.id) throw fieldError('into', 'must be a different record');
    const isDone = await request.admin.write(staffOf(request), (writer) => writer.merge(kind, record.id, into));
    if (!isDone) throw fieldError('into', `must be the id of a ${kind}`);
    return { body: { data: { id: into, merged: record.id } } };
  };
