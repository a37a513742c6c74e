import * as v from 'valibot';

/** Fields of `brand.ts` that settings can replace. All other fields can only be set in the brand's folder. */
export const SETTING_FIELDS = [
  'appName',
  'tagline',
  'taglines',
  'seoTexts',
  'themeColor',
  'accentColor',
  'headerGround',
  'headerColor',
  'supportEmail',
  'announcement',
  'searchSynonyms',
  'texts',
  'menu',
  'homeOrder',
  'pages',
] as const;

/** Fields of `brand.ts` with a picture that settings can replace. */
export const SETTING_PICTURES = ['logo', 'icon', 'headerBg', 'bookSourceImg'] as const;
export type SettingPicture = (typeof SETTING_PICTURES)[number];

/** Enough for a picture of 100 KB, the most that a brand may have. */
const MAX_BASE64_CHARACTERS = 140_000;

/** A picture that replaces a file of the brand's folder. */
export const SettingsPicture = v.object({
  extension: v.picklist(['svg', 'webp', 'avif', 'png']),
  content: v.pipe(v.string(), v.maxLength(MAX_BASE64_CHARACTERS), v.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
});

/** Values that replace those of the brand's folder. Rebuilds check them by the rules of `brand.ts`. */
export const BrandSettings = v.object({
  fields: v.record(v.string(), v.unknown()),
  pictures: v.object({
    logo: v.optional(SettingsPicture),
    icon: v.optional(SettingsPicture),
    headerBg: v.optional(SettingsPicture),
    bookSourceImg: v.optional(SettingsPicture),
  }),
});
export type BrandSettings = v.InferOutput<typeof BrandSettings>;
