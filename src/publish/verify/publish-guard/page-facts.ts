import type { PublicBrand } from '#src/brand/public-brand.ts';
import { hash } from '#src/lib/hash.ts';
import { CANONICAL, OTHER_BRAND, type PageFacts } from '#src/publish/release/index.ts';
import { type HeadText, readHead } from './head-text.ts';

/** Names and hosts that identify other brands. Plain data, so that it can be posted to a thread. */
export interface OtherBrands {
  readonly names: readonly string[];
  readonly hosts: readonly string[];
}

interface BrandName {
  readonly id: string;
  readonly appName: string;
  readonly hosts: readonly string[];
}

export const otherBrandsOf = (brands: readonly BrandName[], id: string): OtherBrands => {
  const others = brands.filter((brand) => brand.id !== id);
  return { names: others.map(({ appName }) => appName), hosts: others.flatMap(({ hosts }) => hosts) };
};

interface RenderedPage {
  readonly html: Uint8Array;
  /** Canonical path, percent-encoded. */
  readonly path: string;
  readonly section: string;
  /** The page's content: brand names in it are not suspicious. */
  readonly model: unknown;
}

/** Returns a function that extracts the facts used for comparing releases from a rendered page. */
export function createFactsReader(brand: PublicBrand, others: OtherBrands): (page: RenderedPage) => PageFacts {
  const namesIn = createNameFinder(brand, others);
  const hosts = new Set(others.hosts);
  const siblings = new Set(brand.siblings?.map(({ origin }) => origin));
  return ({ html, path, section, model }) => {
    const head = readHead(html);
    const owner = ownerOf(model);
    const ownerPage = owner !== undefined && siblings.has(owner) ? owner + path : undefined;
    return {
      section,
      title: Number.parseInt(hash(head.title, 12), 16),
      noindex: /\bno(index|ne)\b/.test(head.robots) ? 1 : 0,
      canonical: head.canonical === ownerPage && ownerPage ? CANONICAL.ofOwner : canonicalOf(head, path, brand.origin),
      otherBrand: otherBrandIn(head, { brand, namesIn, hosts, ownerPage, model }),
    };
  };
}

/**
 * The brand that has the book's canonical page, according to the model. The page's canonical URL must be on that
 * brand's site.
 */
function ownerOf(model: unknown): string | undefined {
  const owner: unknown = Reflect.get(Object(model), 'owner');
  return typeof owner === 'string' ? owner : undefined;
}

function canonicalOf({ canonical }: HeadText, path: string, origin: string): number {
  if (canonical === undefined) return CANONICAL.none;
  if (canonical === origin + path) return CANONICAL.own;
  return originOf(canonical) === origin ? CANONICAL.otherPage : CANONICAL.otherHost;
}

const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : '');

/** Finds the names of other brands in a text. */
type FindNames = (text: string) => string[];

/**
 * Finds names only where they are whole words. Ignores names that also occur in this brand's own texts: the brand "My
 * Novel" ignores the name "Novel".
 */
function createNameFinder(brand: PublicBrand, { names, hosts }: OtherBrands): FindNames {
  const own = [brand.appName, brand.tagline, ...Object.values(brand.taglines ?? {}), brand.origin].join('\n');
  const wordOf = (name: string) => `(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`;
  const telling = [...names, ...hosts].filter((name) => !new RegExp(wordOf(name), 'u').test(own));
  if (telling.length === 0) return () => [];
  const pattern = new RegExp(telling.map(wordOf).join('|'), 'gu');
  // First searches for plain strings, which is twenty times as fast as the pattern. Few texts contain a name.
  return (text) => (telling.some((name) => text.includes(name)) ? (text.match(pattern) ?? []) : []);
}

interface Telltales {
  readonly brand: PublicBrand;
  readonly namesIn: FindNames;
  readonly hosts: ReadonlySet<string>;
  /** URL of the same page on the site of the brand that owns the page's book; undefined if this brand owns it. */
  readonly ownerPage: string | undefined;
  readonly model: unknown;
}

/** Returns the most serious value of `OTHER_BRAND` that applies. */
function otherBrandIn(head: HeadText, { brand, namesIn, hosts, ownerPage, model }: Telltales): number {
  const { title, descriptions, siteName, addresses } = head;
  if (siteName !== undefined && siteName !== brand.appName) return OTHER_BRAND.asSite;
  const isOfOther = (address: string) => URL.canParse(address) && hosts.has(new URL(address).hostname);
  if (addresses.some((address) => address !== ownerPage && isOfOther(address))) return OTHER_BRAND.asSite;
  const inTitle = namesIn(title);
  const names = [...inTitle, ...descriptions.flatMap(namesIn)];
  if (names.length === 0) return OTHER_BRAND.none;
  const content = JSON.stringify(model) ?? '';
  const isForeign = (name: string) => !content.includes(JSON.stringify(name).slice(1, -1));
  // Titles end with the brand's own name (src/shell/head/head-parts.ts).
  if (inTitle.some((name) => isForeign(name) && title.endsWith(` | ${name}`))) return OTHER_BRAND.asSite;
  if (names.some(isForeign)) return OTHER_BRAND.inText;
  return inTitle.length > 0 ? OTHER_BRAND.inContent : OTHER_BRAND.none;
}
