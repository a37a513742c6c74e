import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import * as v from 'valibot';
import { BrandSettingsRecord } from '#src/admin/contract/brand-settings.ts';
import { storedPictures, storedSettings } from '#src/api/store/reads/index.ts';
import type { BrandPictureContent } from '#src/api/store/records.ts';
import { allFields } from '#src/api/store/writer/brand-settings.ts';
import type { Menu } from '#src/brand/navigation.ts';
import type { BrandPage } from '#src/brand/pages.ts';
import type { Brand } from '#src/brand/registry.ts';
import { SEO_TEXT_KEYS } from '#src/brand/seo-texts.ts';
import { type SettingsPicture, withSettings } from '#src/brand/settings.ts';
import { SETTING_FIELDS, SETTING_PICTURES, type SettingPicture } from '#src/contract/entities/brand-settings.ts';
import { DEFAULT_LOCALE, type LocaleCode } from '#src/contract/locales.ts';
import { hash } from '#src/lib/hash.ts';
import { mediaType } from '#src/lib/media-types.ts';
import type { AdminContext } from '../context.ts';
import { AdminError, orNotFound } from '../http/error.ts';
import { parseBody } from '../http/input.ts';
import { type AdminRequest, staffOf } from '../http/route.ts';
import type { Resource } from '../records/resource.ts';

type Fields = Readonly<Record<string, unknown>>;

const NAMES: readonly string[] = [...SETTING_FIELDS, ...SETTING_PICTURES];
const {
  id: _id,
  name: _name,
  locales: _locales,
  updated_at: _at,
  folder: _folder,
  pictures: _pictures,
  ...changeable
} = BrandSettingsRecord.entries;
const Changes = v.partial(v.object(changeable));

/** @throws AdminError not_found */
const brandOfRequest = async ({ brands }: Pick<AdminContext, 'brands'>, id: string): Promise<Brand> =>
  orNotFound(
    (await brands()).find((brand) => brand.id === id),
    'brand',
  );

async function toRecord({ store }: AdminContext, brand: Brand): Promise<BrandSettingsRecord> {
  const stored = await storedSettings(store.catalogue, brand.id);
  const fields = allFields(stored?.fields ?? {});
  const name = fields['appName'] ?? brand.appName;
  const more = { id: brand.id, name, locales: [...brand.locales], updated_at: stored?.updatedAt ?? null };
  return { ...fields, ...localTexts(brand, fields), ...more } as BrandSettingsRecord;
}

/** Texts by language, with null for each language and key without a text, so that a form has a field for each. */
function localTexts(
  { locales }: Brand,
  { taglines, seoTexts, announcement, searchSynonyms, texts: ownTexts, menu, pages }: Fields,
) {
  const others = locales.filter((code) => code !== DEFAULT_LOCALE);
  const { texts, link } = (announcement ?? {}) as { texts?: unknown; link?: string };
  return {
    taglines: withNulls(others, taglines),
    seoTexts: Object.fromEntries(
      locales.map((code) => [code, withNulls(SEO_TEXT_KEYS, (seoTexts as Fields | null)?.[code])]),
    ),
    announcement: { texts: withNulls(locales, texts), link: link ?? null },
    searchSynonyms: withNulls(locales, searchSynonyms),
    texts: Object.fromEntries(locales.map((code) => [code, { ...((ownTexts as Fields | null)?.[code] as Fields) }])),
    menu: Array.isArray(menu) ? menu.map((entry) => withMenuTexts(locales, entry)) : null,
    pages: Array.isArray(pages) ? pages.map((page) => withTexts(locales, page)) : null,
  };
}

const withMenuTexts = (locales: readonly string[], entry: Menu[number]) =>
  entry.page ? entry : { ...entry, texts: withNulls(locales, entry.texts) };

const withTexts = (locales: readonly string[], { slug, texts }: BrandPage) => ({
  slug,
  texts: Object.fromEntries(
    [...new Set([...locales, ...Object.keys(texts)])].map((code) => [
      code,
      withNulls(['title', 'description', 'text'], texts[code as LocaleCode]),
    ]),
  ),
});

const withNulls = (names: readonly string[], values: unknown) => ({
  ...Object.fromEntries(names.map((name) => [name, null])),
  ...(values as Fields | null),
});

export const BRAND_SETTINGS: Resource<'brand-settings'> = {
  name: 'brand-settings',
  label: 'brand',
  async page({ offset, limit }, admin) {
    const brands = await admin.brands();
    const shown = brands.slice(offset, offset + limit);
    return { data: await Promise.all(shown.map((brand) => toRecord(admin, brand))), total: brands.length };
  },
  async byIds(ids, admin) {
    const brands = (await admin.brands()).filter(({ id }) => ids.includes(id));
    return Promise.all(brands.map((brand) => toRecord(admin, brand)));
  },
  async full(id, admin) {
    const brand = (await admin.brands()).find((candidate) => candidate.id === id);
    if (!brand) return undefined;
    const record = await toRecord(admin, brand);
    const folder = Object.fromEntries(NAMES.map((name) => [name, brand[name as keyof Brand] ?? null]));
    folder['pages'] = brand.pages?.map((page) => withTexts(brand.locales, page)) ?? null;
    return { ...record, folder, pictures: await currentPictures(admin, brand, record) };
  },
  async change(record, request) {
    const changes = parseBody(Changes, request.body);
    const current = Object.fromEntries(Object.entries(record).filter(([name]) => NAMES.includes(name)));
    await saveSettings(record.id, { ...current, ...changes }, request);
  },
};

/**
 * Checks and saves the settings of a brand.
 * @param values all fields; null for the folder's value. A picture is the name of a stored one, or a `data:` address
 * @throws AdminError invalid, with the fields that break the rules of `brand.ts`
 */
export async function saveSettings(id: string, values: Fields, request: AdminRequest): Promise<void> {
  const { admin } = request;
  const brand = await brandOfRequest(admin, id);
  const added: BrandPictureContent[] = [];
  const fields: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values)) {
    const kept = withoutEmpty(value);
    // Without a text, an announcement does not need its link.
    if (kept === undefined || (name === 'announcement' && !Object.hasOwn(Object(kept), 'texts'))) continue;
    const picture = isPicture(name) ? newPicture(name, String(kept)) : undefined;
    if (picture) added.push(picture);
    fields[name] = picture?.name ?? kept;
  }
  const { logo, icon, headerBg, bookSourceImg, ...texts } = fields;
  const names = { logo, icon, headerBg, bookSourceImg };
  const stored = await storedPictures(admin.store.catalogue, Object.values(names).map(String));
  const pictures: Partial<Record<SettingPicture, SettingsPicture>> = {};
  for (const field of SETTING_PICTURES) {
    const name = names[field];
    if (name === undefined) continue;
    const picture = [...added, ...stored].find((candidate) => candidate.name === name);
    if (!picture) throw invalid(field, 'is not a stored picture. Choose the file again.');
    pictures[field] = { extension: extname(picture.name).slice(1), content: picture.content };
  }
  const { problems } = await withSettings(brand, { fields: texts, pictures });
  if (problems.length > 0) {
    const messages = Object.fromEntries(problems.toReversed().map(({ field, message }) => [field, message]));
    const list = Object.entries(messages).map(([field, message]) => `${field}: ${message}`);
    throw new AdminError('invalid', `Invalid input. ${list.join('; ')}`, { fields: messages });
  }
  await admin.write(staffOf(request), (writer) => writer.putBrandSettings(id, fields, added));
}

const isPicture = (name: string): name is SettingPicture => SETTING_PICTURES.some((field) => field === name);

const invalid = (field: string, message: string) =>
  new AdminError('invalid', `${field}: ${message}`, { fields: { [field]: message } });

/** Omits empty texts, and objects that contain nothing else. Forms send them for fields that were cleared. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value.trim();
  if (Array.isArray(value)) {
    const members = value.map(withoutEmpty).filter((member) => member !== undefined);
    return members.length === 0 ? undefined : members;
  }
  if (typeof value !== 'object') return value;
  const entries = Object.entries(value).flatMap(([name, member]) => {
    const kept = withoutEmpty(member);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

const DATA_ADDRESS = /^data:image\/(svg\+xml|webp|avif|png);base64,([A-Za-z0-9+/]+={0,2})$/;
const MAX_CHARACTERS = 200_000;

/** @returns undefined for the name of a stored picture. @throws AdminError invalid */
function newPicture(field: string, value: string): BrandPictureContent | undefined {
  if (!value.startsWith('data:')) return undefined;
  if (value.length > MAX_CHARACTERS) throw invalid(field, 'is too large: at most 100 KB.');
  const [, kind, content] = DATA_ADDRESS.exec(value) ?? [];
  if (kind === undefined || content === undefined) throw invalid(field, 'must be an SVG, WebP, AVIF or PNG file.');
  return { name: `${hash(content, 16)}.${kind === 'svg+xml' ? 'svg' : kind}`, content };
}

/** The pictures that pages show after the next publish. A picture that cannot be read is omitted. */
async function currentPictures(
  { store }: AdminContext,
  brand: Brand,
  record: BrandSettingsRecord,
): Promise<Record<string, string>> {
  const pictures: Record<string, string> = {};
  const stored = await storedPictures(
    store.catalogue,
    SETTING_PICTURES.flatMap((field) => record[field] ?? []),
  );
  for (const field of SETTING_PICTURES) {
    const name = record[field];
    const content =
      name === null
        ? await readFile(join(brand.folder, brand[field]), 'base64').catch(() => undefined)
        : stored.find((picture) => picture.name === name)?.content;
    if (content !== undefined) pictures[field] = `data:${mediaType(name ?? brand[field])};base64,${content}`;
  }
  return pictures;
}
