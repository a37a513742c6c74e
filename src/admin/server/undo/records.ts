import type { NameKind } from '#src/api/store/index.ts';
import { raw, sql } from '#src/api/store/sql.ts';
import { orNotFound } from '../http/error.ts';
import { staffOf } from '../http/route.ts';
import { readMany } from '../records/listing.ts';
import { EDITORIAL_KINDS, fieldsOf, putRecord, storedRecord } from '../resources/editorial.ts';
import { checkUnchanged } from './check-unchanged.ts';
import type { Fields, Undo } from './types.ts';

/** Removes `kept`, because the writer sets it for every keyword added by hand. */
const withoutKept = ({ kept: _, ...fields }: Fields): Fields => fields;

/**
 * Undoes changes to shelves, rankings, banners, help events and genres. A deleted record that is
 * no longer in the bin is restored with a new id.
 */
export const undoEditorial: Undo = async ({ act, kind, record, before, after }, request) => {
  const definition = orNotFound(EDITORIAL_KINDS[kind], 'kind of record');
  const { store } = request.admin;
  const [current] = await readMany(store.catalogue, definition.listing, [String(record)]);
  const staff = staffOf(request);
  const previous = withoutKept(before ?? {});
  if (act === 'delete') {
    const removed = await storedRecord(definition, previous, request);
    return { record: await request.admin.write(staff, (writer) => putRecord(writer, definition.kind, removed)) };
  }
  checkUnchanged(withoutKept(after ?? {}), current);
  if (act === 'add') {
    await request.admin.write(staff, (writer) => writer.remove(definition.kind, record));
    return { record };
  }
  const restored = await storedRecord(definition, { ...fieldsOf(current, definition), ...previous }, request);
  await request.admin.write(staff, async (writer) => {
    if (kind === 'genre' && typeof previous['name'] === 'string')
      await writer.rename('genre', record, previous['name']);
    await writer.edit(definition.kind, record, restored);
  });
  return { record };
};

const TABLES: Readonly<Record<string, string>> = { keyword: 'keywords', tag: 'tags', author: 'authors' };

/** Undoes renames of keywords, tags and authors, changes to an author's introduction, and added or deleted keywords. */
export const undoName: Undo = async ({ act, kind, record, before, after }, request) => {
  const { catalogue } = request.admin.store;
  const staff = staffOf(request);
  const previous = withoutKept(before ?? {});
  if (act === 'delete') {
    const { section, name } = previous as { section: number; name: string };
    return { record: await request.admin.write(staff, (writer) => writer.putKeyword(section, name)) };
  }
  const query = sql`SELECT *, abs(section) AS section FROM ${raw(orNotFound(TABLES[kind], 'kind of record'))} WHERE id = ${record}`;
  checkUnchanged(withoutKept(after ?? {}), await catalogue.get(query));
  await request.admin.write(staff, async (writer) => {
    if (act === 'add') await writer.remove('keyword', record);
    if (typeof previous['name'] === 'string') await writer.rename(kind as NameKind, record, previous['name']);
    if (typeof previous['introduction'] === 'string') await writer.editAuthor(record, previous['introduction']);
  });
  return { record };
};
