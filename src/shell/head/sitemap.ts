import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { SitemapIndexStream, SitemapStream } from 'sitemap';
import type { PublicBrand } from '#src/brand/public-brand.ts';
import { DEFAULT_LOCALE, type LocaleCode } from '#src/contract/locales.ts';
import { hash } from '#src/lib/hash.ts';
import { batches } from '#src/lib/iterables.ts';
import type { SitemapEntry, SitemapGroup } from '../page/sitemap-groups.ts';
import { SITEMAP_INDEX } from './robots.ts';

/** Maximum number of addresses in a sitemap. The protocol allows 50,000. */
const MAX_ADDRESSES = 45_000;

/** A sitemap, or the index of all sitemaps. */
export interface SitemapFile {
  /** Path below the brand's origin. */
  readonly url: string;
  /** Hash of everything that the content depends on. */
  readonly version: string;
  content(): Promise<Uint8Array>;
}

/** The pages of one language, by group. */
export interface LocalizedGroups {
  readonly locale: LocaleCode;
  readonly groups: Iterable<SitemapGroup>;
}

/**
 * The sitemaps of a brand: one file per language, page group and 45,000 addresses, followed by the index. Equal entries
 * give equal bytes. Only the entries of one file are in memory at a time.
 */
export function* sitemapFiles(
  { origin }: Pick<PublicBrand, 'origin'>,
  languages: Iterable<LocalizedGroups>,
): Iterable<SitemapFile> {
  const index: { url: string; lastmod?: string }[] = [];
  for (const { locale, groups } of languages) {
    for (const { name, entries } of groups) {
      let number = 0;
      for (const part of batches(entries, MAX_ADDRESSES)) {
        number += 1;
        const url = `/sitemap-${locale === DEFAULT_LOCALE ? '' : `${locale}-`}${name}-${number}.xml`;
        const lastmod = newest(part);
        index.push({ url: origin + url, ...(lastmod === undefined ? {} : { lastmod }) });
        yield { url, version: versionOf(origin, part), content: () => sitemap(origin, part) };
      }
    }
  }
  const content = () => bytesOf(index, new SitemapIndexStream({ lastmodDateOnly: true }));
  yield { url: SITEMAP_INDEX, version: versionOf(origin, index), content };
}

const versionOf = (origin: string, parts: readonly object[]) =>
  hash(`${FORMAT} ${origin} ${JSON.stringify(parts)}`, 32);

/** Version of the files' format. Increment it when the format changes. */
const FORMAT = 1;

function newest(entries: readonly SitemapEntry[]): string | undefined {
  let day = '';
  for (const { lastmod = '' } of entries) if (lastmod > day) day = lastmod;
  return day === '' ? undefined : day;
}

const NO_EXTENSIONS = { news: false, xhtml: false, image: false, video: false };
/** For `xhtml:link`, which names the same page in other languages. */
const WITH_ALTERNATES = { ...NO_EXTENSIONS, xhtml: true };

function sitemap(origin: string, entries: readonly SitemapEntry[]): Promise<Uint8Array> {
  const items = entries.map(({ path, lastmod, alternates = [] }) => ({
    url: origin + path,
    ...(lastmod && { lastmod }),
    ...(alternates.length > 0 && { links: alternates.map(({ hreflang, href }) => ({ lang: hreflang, url: href })) }),
  }));
  const xmlns = items.some(({ links }) => links) ? WITH_ALTERNATES : NO_EXTENSIONS;
  return bytesOf(items, new SitemapStream({ lastmodDateOnly: true, xmlns }));
}

const bytesOf = async (items: readonly object[], stream: NodeJS.ReadWriteStream): Promise<Uint8Array> =>
  Buffer.from(await text(Readable.from(items).pipe(stream)));
