import * as v from 'valibot';
import { Timestamp } from '#src/contract/entities/scalars.ts';

const Text = v.string();
const Names = v.array(Text);

const OptionalText = v.optional(v.nullable(Text));

/** A page that the brand has written. */
const PageRecord = v.strictObject({
  slug: OptionalText,
  /** Texts by locale code, for all languages of the brand. */
  texts: v.record(v.string(), v.strictObject({ title: OptionalText, description: OptionalText, text: OptionalText })),
});
export type PageRecord = v.InferOutput<typeof PageRecord>;

/** An entry of the menu: a page of the site, or a link with texts by locale code. */
const MenuEntryRecord = v.strictObject({
  page: OptionalText,
  link: OptionalText,
  texts: v.optional(v.nullable(v.record(v.string(), v.nullable(Text)))),
});
export type MenuEntryRecord = v.InferOutput<typeof MenuEntryRecord>;

/** The settings of a brand that replace values of its folder; null where the folder's value applies. */
export const BrandSettingsRecord = v.strictObject({
  /** Id of the brand. */
  id: Text,
  /** Name of the brand on its pages after the next publish. */
  name: Text,
  locales: Names,
  updated_at: v.nullable(Timestamp),
  appName: v.nullable(Text),
  tagline: v.nullable(Text),
  /** Texts by locale code, for all languages of the brand except English. */
  taglines: v.record(v.string(), v.nullable(Text)),
  /** Texts by locale code and key, for all languages of the brand and all keys. */
  seoTexts: v.record(v.string(), v.record(v.string(), v.nullable(Text))),
  themeColor: v.nullable(Text),
  accentColor: v.nullable(Text),
  headerGround: v.nullable(Text),
  headerColor: v.nullable(Text),
  supportEmail: v.nullable(Text),
  /** Texts by locale code, for all languages of the brand. */
  announcement: v.strictObject({ texts: v.record(v.string(), v.nullable(Text)), link: v.nullable(Text) }),
  /** Groups of words by locale code; null without any. */
  searchSynonyms: v.record(v.string(), v.nullable(v.array(Names))),
  /** Own interface texts by locale code and key. */
  texts: v.record(v.string(), v.record(v.string(), v.nullable(Text))),
  menu: v.nullable(v.array(MenuEntryRecord)),
  homeOrder: v.nullable(Names),
  /** Pages in Markdown; null for the folder's pages. */
  pages: v.nullable(v.array(PageRecord)),
  /** Names of stored pictures. A request may contain a `data:` address with a new picture instead. */
  logo: v.nullable(Text),
  icon: v.nullable(Text),
  headerBg: v.nullable(Text),
  bookSourceImg: v.nullable(Text),
  /** The folder's values by field. Only returned for a single brand. */
  folder: v.optional(v.record(v.string(), v.unknown())),
  /** `data:` addresses of the current pictures by field. Only returned for a single brand. */
  pictures: v.optional(v.record(v.string(), Text)),
});
export type BrandSettingsRecord = v.InferOutput<typeof BrandSettingsRecord>;
