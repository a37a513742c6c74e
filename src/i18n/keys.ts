import type account from './locales/en/account.json';
import type campaign from './locales/en/campaign.json';
import type common from './locales/en/common.json';
import type errors from './locales/en/errors.json';
import type listing from './locales/en/listing.json';
import type notebook from './locales/en/notebook.json';
import type novel from './locales/en/novel.json';
import type offline from './locales/en/offline.json';
import type reader from './locales/en/reader.json';
import type search from './locales/en/search.json';
import type seo from './locales/en/seo.json';
import type translator from './locales/en/translator.json';

/**
 * The areas of texts with their keys, as in the English files. The texts of other languages are checked against them.
 */
export interface Areas {
  common: typeof common;
  listing: typeof listing;
  notebook: typeof notebook;
  novel: typeof novel;
  reader: typeof reader;
  offline: typeof offline;
  search: typeof search;
  seo: typeof seo;
  account: typeof account;
  errors: typeof errors;
  campaign: typeof campaign;
  translator: typeof translator;
}
export type Area = keyof Areas;

type WithoutPlural<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K;

/** `area:key`, without the plural suffix. */
export type TextKey = { [A in Area]: `${A}:${WithoutPlural<keyof Areas[A]> & string}` }[Area];

export type Texts<A extends Area> = Readonly<Record<keyof Areas[A] & string, string>>;
