import type { Database, Row } from '../database.ts';
import { isOneOfTexts } from '../dialects.ts';
import type { BrandPictureContent, StoredBrandSettings } from '../records.ts';
import { raw, sql } from '../sql.ts';

type Synonyms = Readonly<Record<string, readonly (readonly string[])[]>>;
type Fields = StoredBrandSettings['fields'];

const fieldsByBrand = new WeakMap<Reads, Map<string, { readonly at: string; readonly fields: Fields | undefined }>>();

/**
 * Reads the fields of a brand's settings; undefined if there are none. They are only parsed after a change, because they
 * also contain the texts of the brand's pages.
 */
async function settingFields(database: Reads, brand: string): Promise<Fields | undefined> {
  const known = fieldsByBrand.get(database) ?? new Map();
  fieldsByBrand.set(database, known);
  const row = await database.get<Row & { updated_at: string }>(
    sql`SELECT updated_at FROM brand_settings WHERE brand = ${brand}`,
  );
  if (row && known.get(brand)?.at !== row.updated_at) {
    const stored = await storedSettings(database, brand);
    known.set(brand, { at: row.updated_at, fields: stored?.fields });
  }
  return row && known.get(brand)?.fields;
}

/** Reads the synonyms in the settings of a brand; undefined if there are none. */
export const storedSynonyms = async (database: Reads, brand: string): Promise<Synonyms | undefined> =>
  (await settingFields(database, brand))?.['searchSynonyms'] as Synonyms | undefined;

/** Returns a brand's site with the name and the interface texts of its settings, which replace those of its folder. */
export async function siteWithSettings<S extends { readonly name: string }>(
  database: Reads,
  brand: string,
  site: S,
): Promise<S> {
  const fields = await settingFields(database, brand);
  const { appName: name, texts } = fields ?? {};
  return { ...site, ...(name !== undefined && { name }), ...(texts !== undefined && { texts }) };
}

type Reads = Pick<Database, 'all' | 'get'>;

/** Reads the settings of a brand; undefined if nobody has saved any. */
export async function storedSettings(database: Reads, brand: string): Promise<StoredBrandSettings | undefined> {
  const row = await database.get<Row & { id: number; fields: string; updated_at: string }>(
    sql`SELECT id, fields, updated_at FROM brand_settings WHERE brand = ${brand}`,
  );
  return row && { id: row.id, fields: JSON.parse(row.fields), updatedAt: row.updated_at };
}

/** Reads the brand that settings belong to. */
export const brandOfSettings = async (database: Reads, id: number): Promise<string | undefined> =>
  (await database.get<Row & { brand: string }>(sql`SELECT brand FROM brand_settings WHERE id = ${id}`))?.brand;

/** Reads pictures by name. Unknown names are omitted. */
export const storedPictures = (database: Reads, names: readonly string[]): Promise<BrandPictureContent[]> =>
  database.all<Row & BrandPictureContent>(
    sql`SELECT name, content FROM brand_pictures WHERE ${isOneOfTexts(raw('name'), names)} ORDER BY name`,
  );
