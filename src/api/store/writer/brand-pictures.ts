import { SETTING_PICTURES } from '#src/contract/entities/brand-settings.ts';
import { decompressJson } from '../compressed-json.ts';
import type { Row } from '../database.ts';
import { isOneOfTexts } from '../dialects.ts';
import { REVISION_DAYS } from '../revision-states.ts';
import { raw, sql } from '../sql.ts';
import { toTimestamp } from '../timestamp.ts';
import type { Transaction } from './transaction.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The names of the pictures to which settings refer. */
export const pictureNamesIn = (fields: Fields | null): string[] =>
  SETTING_PICTURES.flatMap((field) => {
    const name = fields?.[field];
    return typeof name === 'string' ? [name] : [];
  });

/**
 * Deletes the pictures of brands that neither current settings nor settings that can be restored refer to: stored
 * versions, and changes in the audit log that are younger than the oldest version.
 */
export async function dropUnusedBrandPictures({ database, now }: Transaction): Promise<void> {
  const stored = await database.all<Row & { name: string }>(sql`SELECT name FROM brand_pictures`);
  const unused = new Set(stored.map(({ name }) => name));
  const keep = (names: readonly string[]) => {
    for (const name of names) unused.delete(name);
  };
  if (unused.size === 0) return;
  for (const { fields } of await database.all<Row & { fields: string }>(sql`SELECT fields FROM brand_settings`))
    keep(pictureNamesIn(JSON.parse(fields)));
  const since = toTimestamp(new Date(Date.parse(now()) - REVISION_DAYS * 86_400_000));
  const changes = await database.all<Row & { before: string | null; after: string | null }>(
    sql`SELECT before, after FROM audit_log WHERE kind = 'brand settings' AND at >= ${since}`,
  );
  for (const { before, after } of unused.size === 0 ? [] : changes)
    for (const fields of [before, after]) keep(pictureNamesIn(fields === null ? null : JSON.parse(fields)));
  if (unused.size === 0) return;
  const revisions = await database.all<Row & { id: number; media: string }>(
    sql`SELECT id, media FROM revisions WHERE kind = 'brand'`,
  );
  for (const { id, media } of revisions) {
    const names: string[] = JSON.parse(media);
    keep(names);
    // Versions did not always list their pictures.
    if (names.length > 0 || unused.size === 0) continue;
    const { state } = await database.one<Row & { state: string }>(sql`SELECT state FROM revisions WHERE id = ${id}`);
    keep(pictureNamesIn(decompressJson<Fields>(state)));
  }
  if (unused.size > 0)
    await database.run(sql`DELETE FROM brand_pictures WHERE ${isOneOfTexts(raw('name'), [...unused])}`);
}
