import type { NameKind } from '#src/api/store/index.ts';
import { found } from '../http/error.ts';
import { staffOf } from '../http/route.ts';
import { readMany } from '../records/listing.ts';
import { EDITORIAL_KINDS, putRecord, storedRecord } from '../resources/editorial.ts';
import { checkAsLeft } from './as-left.ts';
import type { Fields, Undo } from './types.ts';

/** Whether somebody asked to keep it follows from being put by hand. */
const withoutKept = ({ kept: _, ...fields }: Fields): Fields => fields;

/** Shelves, rankings, banners, help events and genres; a removed one comes back under another id. */
export const undoEditorial: Undo = async ({ act, kind, record, before, after }, request) => {
  const definition = found(EDITORIAL_KINDS[kind], 'kind of record');
  const { store } = request.admin;
  const [now] = await readMany(store.catalogue, definition.listing, [String(record)]);
  const staff = staffOf(request);
  const was = withoutKept(before ?? {});
  if (act === 'delete') {
    const removed = await storedRecord(definition, was, request);
    return { record: await request.admin.write(staff, (writer) => putRecord(writer, definition.kind, removed)) };
  }
  checkAsLeft(withoutKept(after ?? {}), now);
  if (act === 'add') {
    await request.admin.write(staff, (writer) => writer.remove(definition.kind, record));
    return { record };
  }
  const fields = Object.fromEntries(Object.keys(definition.fields).map((name) => [name, now[name]]));
  const restored = await storedRecord(definition, { ...fields, ...was }, request);
  await request.admin.write(staff, async (writer) => {
    if (kind === 'genre' && typeof was['name'] === 'string') await writer.rename('genre', record, was['name']);
    await writer.edit(definition.kind, record, restored);
  });
  return { record };
};

const TABLES: Readonly<Record<string, string>> = { keyword: 'keywords', tag: 'tags', author: 'authors' };

/** Keywords, tags and authors: their names, what is told of an author, keywords that were added or removed by hand. */
export const undoName: Undo = async ({ act, kind, record, before, after }, request) => {
  const { catalogue } = request.admin.store;
  const staff = staffOf(request);
  const was = withoutKept(before ?? {});
  if (act === 'delete') {
    const { section, name } = was as { section: number; name: string };
    return { record: await request.admin.write(staff, (writer) => writer.putKeyword(section, name)) };
  }
  const sql = `SELECT *, abs(section) AS section FROM ${TABLES[kind]} WHERE id = ?`;
  checkAsLeft(withoutKept(after ?? {}), await catalogue.get(sql, record));
  await request.admin.write(staff, async (writer) => {
    if (act === 'add') await writer.remove('keyword', record);
    if (typeof was['name'] === 'string') await writer.rename(kind as NameKind, record, was['name']);
    if (typeof was['introduction'] === 'string') await writer.editAuthor(record, was['introduction']);
  });
  return { record };
};
