import type { PublicBrand } from '#src/brand/public-brand.ts';
import { hash } from '#src/lib/hash.ts';
import { CANONICAL, OTHER_BRAND, type PageFacts } from '#src/release/index.ts';
import { type HeadText, readHead } from './head-text.ts';

/** Names and hosts by which the pages of other brands can be told. Plain data, so that it can be posted to a thread. */
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
  /** What the page shows: names in it are the content's own. */
  readonly model: unknown;
}

/** Makes a function that reads of a brand's rendered page what releases are compared by. */
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

/** What a book's model says of the brand that has its canonical page. The page says nothing else than its model. */
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

/** Names as whole words. One that the brand's own texts hold, such as a shorter one, says nothing. */
function createNameFinder(brand: PublicBrand, { names, hosts }: OtherBrands): FindNames {
  const own = [brand.appName, brand.tagline, ...Object.values(brand.taglines ?? {}), brand.origin].join('\n');
  const wordOf = (name: string) => `(?<![\\p{L}\\p{N}])${RegExp.escape(name)}(?![\\p{L}\\p{N}])`;
  const telling = [...names, ...hosts].filter((name) => !new RegExp(wordOf(name), 'u').test(own));
  if (telling.length === 0) return () => [];
  const pattern = new RegExp(telling.map(wordOf).join('|'), 'gu');
  // Nearly no text holds one, and to look for the letters alone is twenty times as quick.
  return (text) => (telling.some((name) => text.includes(name)) ? (text.match(pattern) ?? []) : []);
}

interface Telltales {
  readonly brand: PublicBrand;
  readonly namesIn: FindNames;
  readonly hosts: ReadonlySet<string>;
  /** The same page of the brand that owns its book, where that is another. */
  readonly ownerPage: string | undefined;
  readonly model: unknown;
}

/** A value of `OTHER_BRAND`: the gravest that holds. */
function otherBrandIn(head: HeadText, { brand, namesIn, hosts, ownerPage, model }: Telltales): number {
  const { title, descriptions, siteName, addresses } = head;
  if (siteName !== undefined && siteName !== brand.appName) return OTHER_BRAND.asSite;
  const isOfOther = (address: string) => URL.canParse(address) && hosts.has(new URL(address).hostname);
  if (addresses.some((address) => address !== ownerPage && isOfOther(address))) return OTHER_BRAND.asSite;
  const inTitle = namesIn(title);
  const found = [...inTitle, ...descriptions.flatMap(namesIn)];
  if (found.length === 0) return OTHER_BRAND.none;
  const content = JSON.stringify(model) ?? '';
  const isForeign = (name: string) => !content.includes(JSON.stringify(name).slice(1, -1));
  // The place of the brand's own name (src/seo/head-parts.ts).
  if (inTitle.some((name) => isForeign(name) && title.endsWith(` | ${name}`))) return OTHER_BRAND.asSite;
  if (found.some(isForeign)) return OTHER_BRAND.inText;
  return inTitle.length > 0 ? OTHER_BRAND.inContent : OTHER_BRAND.none;
}
