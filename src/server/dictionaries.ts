import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { isLocaleCode, type LocaleCode, localePrefix } from '#src/contract/locales.ts';
import { messageOf } from '#src/lib/errors.ts';
import { hash } from '#src/lib/hash.ts';
import { createLog } from '#src/lib/log.ts';
import type { Match } from '#src/routes/parse.ts';
import { createPaths, type Paths } from '#src/routes/paths.ts';
import type { SiteApp } from '#src/site-bundle/index.ts';
import { dictionaryHash } from './dictionary-transport.ts';

/** The dictionary of the pages of one kind, brand and language: a page of that kind without texts of its own. */
export interface Dictionary {
  /** With the hash of its content. */
  readonly path: string;
  /** SHA-256 in base64. */
  readonly hash: string;
  readonly bytes: Uint8Array;
}

/** Kinds of pages with a dictionary: the address of a page without texts, and what all addresses of the kind begin with. */
const KINDS = {
  novel: {
    sample: (paths: Paths) => paths.novel({ id: 1, title: 'Title', category: { name: 'Category' } }),
    below: '/novel/',
  },
  reader: { sample: (paths: Paths) => paths.reader(1, 2), below: '/book-reader/' },
} as const;
type Kind = keyof typeof KINDS;

/** Which pages a dictionary is for. */
export interface DictionaryName {
  readonly kind: Kind;
  readonly locale: LocaleCode;
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(KINDS, kind);

/** The name of the dictionary of a page; undefined for a kind that has none. */
export const dictionaryNameOf = (match: Match | undefined): DictionaryName | undefined =>
  match && isKind(match.kind) ? { kind: match.kind, locale: match.locale } : undefined;

/** Reads the path of a dictionary, whatever its hash; undefined for another path. */
export function parseDictionaryPath(path: string): DictionaryName | undefined {
  const [, kind = '', locale = ''] = /^\/_brand\/([a-z]+)\.([a-z]{2})\.[0-9a-f]{10}\.dict$/.exec(path) ?? [];
  return isKind(kind) && isLocaleCode(locale) ? { kind, locale } : undefined;
}

/** Value of Use-As-Dictionary: for pages of the kind alone, when they are visited or fetched to be kept. */
export const dictionaryUse = ({ kind, locale }: DictionaryName): string =>
  `match="${localePrefix(locale)}${KINDS[kind].below}*", match-dest=("document" "")`;

/** Dictionaries of a site. A brand and the code do not change while it is loaded. */
const made = new WeakMap<SiteApp, Map<string, Promise<Dictionary | undefined>>>();

/** Makes the dictionary once; undefined where its page cannot be rendered. */
export function dictionaryOf(
  site: SiteApp,
  brand: PublicBrand,
  name: DictionaryName,
): Promise<Dictionary | undefined> | undefined {
  const { renderSample } = site;
  if (!renderSample) return undefined;
  const known = made.get(site) ?? new Map<string, Promise<Dictionary | undefined>>();
  made.set(site, known);
  const key = `${brand.id} ${name.locale} ${name.kind}`;
  const dictionary = known.get(key) ?? makeDictionary(renderSample, brand, name).catch(cannotBeMade);
  known.set(key, dictionary);
  return dictionary;
}

/** Pages are sent without it. */
function cannotBeMade(error: unknown): undefined {
  createLog().error(`a dictionary cannot be made: ${error instanceof Error ? error.stack : messageOf(error)}`);
}

async function makeDictionary(
  renderSample: NonNullable<SiteApp['renderSample']>,
  brand: PublicBrand,
  { kind, locale }: DictionaryName,
): Promise<Dictionary> {
  const address = KINDS[kind].sample(createPaths(locale));
  const response = await renderSample(new Request(brand.origin + address), brand);
  if (response.status !== 200) throw new Error(`${address} without texts answered ${response.status}.`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { path: `/_brand/${kind}.${locale}.${hash(bytes, 10)}.dict`, hash: dictionaryHash(bytes), bytes };
}

const brotli = promisify(brotliCompress);

/** Compresses a dictionary with the highest effort: it is made once and fetched often. */
export const compressDictionary = async ({ bytes }: Dictionary) => new Uint8Array(await brotli(bytes));
