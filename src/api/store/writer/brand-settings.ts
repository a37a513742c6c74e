import { SETTING_FIELDS, SETTING_PICTURES } from '#src/contract/entities/brand-settings.ts';
import { stableJson } from '#src/lib/stable-json.ts';
import { insertInto } from '../insert.ts';
import { storedSettings } from '../reads/brand-settings.ts';
import type { BrandPictureContent } from '../records.ts';
import { sql } from '../sql.ts';
import type { AuditedRecord } from './audit.ts';
import { pictureNamesIn } from './brand-pictures.ts';
import { reviseBrand } from './revisions.ts';
import type { Transaction } from './transaction.ts';

/** Adds null for each field that is not set, so that the audit log also shows that a field was set or removed. */
export const allFields = (fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  ...Object.fromEntries([...SETTING_FIELDS, ...SETTING_PICTURES].map((name) => [name, null])),
  ...fields,
});

/** Adds a record without settings, so that the audit log records the first settings as a change. */
export async function addBrandSettings({ database, now }: Transaction, brand: string): Promise<void> {
  const row = insertInto('brand_settings', { brand, fields: '{}', updated_at: now() });
  await database.run(sql`${row} ON CONFLICT (brand) DO NOTHING`);
}

/** The settings of a brand as one record. */
export const auditedSettings = (brand: string): AuditedRecord => ({
  kind: 'brand settings',
  async read(database) {
    const stored = await storedSettings(database, brand);
    return stored && { id: stored.id, name: brand, fields: allFields(stored.fields) };
  },
});

/**
 * Replaces the settings of a brand, which must have a record. Former pictures stay stored, because settings that can be
 * restored refer to them (brand-pictures.ts).
 * @param pictures pictures that the fields refer to and that may be new
 */
export async function putBrandSettings(
  transaction: Transaction,
  brand: string,
  fields: Readonly<Record<string, unknown>>,
  pictures: readonly BrandPictureContent[],
): Promise<void> {
  const { database } = transaction;
  for (const { name, content } of pictures)
    await database.run(sql`${insertInto('brand_pictures', { name, content })} ON CONFLICT DO NOTHING`);
  const before = await storedSettings(database, brand);
  const json = stableJson(fields);
  if (!before || stableJson(before.fields) === json) return;
  await reviseBrand(transaction, before.id, before.fields, pictureNamesIn(before.fields), before.updatedAt);
  await database.run(
    sql`UPDATE brand_settings SET fields = ${json}, updated_at = ${transaction.now()} WHERE id = ${before.id}`,
  );
}
