import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { isLocaleCode, type LocaleCode, localePrefix } from '#src/contract/locales.ts';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { createLog } from '#src/lib/log.ts';
import type { SiteApp } from '#src/publish/bundle/index.ts';
import type { Match } from '#src/routes/parse.ts';
import { createPaths, type Paths } from '#src/routes/paths.ts';
import { dictionaryHash } from './dictionary-transport.ts';

/** The compression dictionary for pages of one kind, brand and language: a page of that kind without its texts. */
export interface Dictionary {
  /** Path of the dictionary. It contains a hash of the content. */
  readonly path: string;
  /** SHA-256 of the dictionary in base64. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/**
 * Kinds of pages with a dictionary, each with the URL of a sample page without texts, and the URL prefix of the kind.
 */
const KINDS = {
  novel: {
    sample: (paths: Paths) => paths.novel({ id: 1, title: 'Title', category: { name: 'Category' } }),
    below: '/novel/',
  },
  reader: { sample: (paths: Paths) => paths.reader(1, 2), below: '/book-reader/' },
} as const;
type Kind = keyof typeof KINDS;

/** The kind and language of the pages that a compression dictionary is for. */
export interface DictionaryName {
  readonly kind: Kind;
  readonly locale: LocaleCode;
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

/** The name of a page's compression dictionary; undefined for a kind of page without one. */
export const dictionaryNameOf = (match: Match | undefined): DictionaryName | undefined =>
  match && isKind(match.kind) ? { kind: match.kind, locale: match.locale } : undefined;

/** Parses the path of a dictionary with any hash; undefined for any other path. */
export function parseDictionaryPath(path: string): DictionaryName | undefined {
  const [, kind = '', locale = ''] = /^\/_brand\/([a-z]+)\.([a-z]{2})\.[0-9a-f]{10}\.dict$/.exec(path) ?? [];
  return isKind(kind) && isLocaleCode(locale) ? { kind, locale } : undefined;
}

/**
 * Value of Use-As-Dictionary. The dictionary applies to all pages of its kind that a browser opens or fetches for
 * offline use.
 */
export const dictionaryUse = ({ kind, locale }: DictionaryName): string =>
  `match="${localePrefix(locale)}${KINDS[kind].below}*", match-dest=("document" "")`;

/** Dictionaries by site. Brands and code do not change while a site is loaded. */
const dictionaries = new WeakMap<SiteApp, Map<string, Promise<Dictionary | undefined>>>();

/** Creates the dictionary on first use; undefined if its page cannot be rendered. */
export function dictionaryOf(
  site: SiteApp,
  brand: PublicBrand,
  name: DictionaryName,
): Promise<Dictionary | undefined> | undefined {
  const { renderSample } = site;
  if (!renderSample) return undefined;
  const ofSite = dictionaries.get(site) ?? new Map<string, Promise<Dictionary | undefined>>();
  dictionaries.set(site, ofSite);
  const key = `${brand.id} ${name.locale} ${name.kind}`;
  const dictionary = ofSite.get(key) ?? makeDictionary(renderSample, brand, name).catch(cannotBeMade);
  ofSite.set(key, dictionary);
  return dictionary;
}

/** Logs the error. Pages are then sent without dictionary compression. */
function cannotBeMade(error: unknown): undefined {
  createLog().error(
    `a compression dictionary cannot be created: ${error instanceof Error ? error.stack : messageOf(error)}`,
  );
}

async function makeDictionary(
  renderSample: NonNullable<SiteApp['renderSample']>,
  brand: PublicBrand,
  { kind, locale }: DictionaryName,
): Promise<Dictionary> {
  const address = KINDS[kind].sample(createPaths(locale));
  const response = await renderSample(new Request(brand.origin + address), brand);
  if (response.status !== 200) throw new Error(`${address} without texts responded with status ${response.status}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { path: `/_brand/${kind}.${locale}.${hash(bytes, 10)}.dict`, hash: dictionaryHash(bytes), bytes };
}

const brotli = promisify(brotliCompress);

/** Compresses a dictionary at the highest quality, because it is created once and fetched often. */
export const compressDictionary = async ({ bytes }: Dictionary) => new Uint8Array(await brotli(bytes));
