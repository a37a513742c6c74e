import { pathOf } from './addresses.ts';
import type { SiteClient } from './site-client.ts';
import type { Finding } from './types.ts';
import { attribute, childNames, children, parseXml, textOf, type XmlNode } from './xml.ts';

export interface Sitemaps {
  readonly findings: readonly Finding[];
  /** Paths of all pages. */
  readonly listed: ReadonlySet<string>;
}

/** Namespace of the sitemaps.org protocol (schemas sitemap.xsd and siteindex.xsd). */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const MAX_ENTRIES = 50_000;
const MAX_BYTES = 50 * 2 ** 20;
const MAX_ADDRESS_CHARACTERS = 2048;
const SITEMAP_FIELDS = ['loc', 'lastmod'];
const ALTERNATE = 'xhtml:link';
const URL_FIELDS = ['loc', 'lastmod', 'changefreq', 'priority'];
const FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'];
/** W3C Datetime, as required by the protocol. */
const DATE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)?)?$/;

interface Reading {
  readonly client: SiteClient;
  readonly origin: string;
  readonly now: Date;
  readonly findings: Finding[];
  readonly listed: Set<string>;
  readonly read: Set<string>;
}

/** Reads and checks the sitemaps that robots.txt names, including those listed in sitemap indexes. */
export async function readSitemaps(
  client: SiteClient,
  origin: string,
  addresses: readonly string[],
  now = new Date(),
): Promise<Sitemaps> {
  const reading: Reading = { client, origin, now, findings: [], listed: new Set(), read: new Set() };
  for (const address of addresses) await readSitemap(address, reading);
  return reading;
}

async function readSitemap(url: string, reading: Reading): Promise<void> {
  const { client, origin, findings, read } = reading;
  const report = (message: string) => void findings.push({ kind: 'sitemap', url, message });
  if (read.has(url)) return report('It is named twice.');
  read.add(url);
  const path = pathOf(url, origin);
  if (path === undefined) return report('It is not at the first host of the brand.');
  const { status, text } = await client.get(path);
  if (status !== 200) return report(`It responds with status ${status}.`);
  if (Buffer.byteLength(text) > MAX_BYTES) report('It has more than 50 MB.');
  const parsed = parseXml(text);
  if (typeof parsed === 'string') return report(parsed);
  const { name, root } = parsed;
  if (attribute(root, 'xmlns') !== NAMESPACE) report(`The namespace of its root is not ${NAMESPACE}.`);
  if (name === 'sitemapindex') return readIndex(root, report, reading);
  if (name === 'urlset') return readUrls(root, report, reading);
  return report(`Its root is ${name}, neither urlset nor sitemapindex.`);
}

type Say = (message: string) => void;

async function readIndex(root: XmlNode, report: Say, reading: Reading): Promise<void> {
  const entries = children(root, 'sitemap');
  checkEntries(entries, SITEMAP_FIELDS, report, reading.now);
  for (const entry of entries) {
    const url = textOf(entry, 'loc');
    if (url) await readSitemap(url, reading);
  }
}

function readUrls(root: XmlNode, report: Say, { origin, listed, now }: Reading): void {
  const entries = children(root, 'url');
  checkEntries(entries, URL_FIELDS, report, now);
  for (const entry of entries) {
    const url = textOf(entry, 'loc') ?? '';
    const path = pathOf(url, origin);
    if (path === undefined) report(`${url} is not at the first host of the brand.`);
    else if (listed.has(path)) report(`${url} is listed twice.`);
    else listed.add(path);
    checkAlternates(entry, url, report);
  }
}

/** Search engines ignore alternates if a URL does not list itself among them, or lists a language twice. */
function checkAlternates(entry: XmlNode, url: string, report: Say): void {
  const alternates = children(entry, ALTERNATE);
  if (alternates.length === 0) return;
  if (!alternates.some((link) => attribute(link, 'href') === url)) report(`${url} is not one of its own alternates.`);
  const languages = alternates.map((link) => attribute(link, 'hreflang') ?? '');
  for (const language of new Set(languages.filter((tag, index) => languages.indexOf(tag) !== index)))
    report(`${url} has two alternates for ${language === '' ? 'no language' : language}.`);
}

function checkEntries(entries: readonly XmlNode[], fields: readonly string[], report: Say, now: Date): void {
  if (entries.length === 0) report('It is empty.');
  if (entries.length > MAX_ENTRIES) report(`It has ${entries.length} entries, more than ${MAX_ENTRIES}.`);
  for (const entry of entries) {
    const url = textOf(entry, 'loc') ?? '';
    for (const name of childNames(entry)) {
      if (!fields.includes(name)) report(`${url} has the unknown field ${name}.`);
      if (children(entry, name).length > 1) report(`${url} has the field ${name} twice.`);
    }
    if (url === '') report('An entry has no loc.');
    if (url.length > MAX_ADDRESS_CHARACTERS) report(`${url} has more than ${MAX_ADDRESS_CHARACTERS} characters.`);
    checkValues(entry, url, report, now);
  }
}

function checkValues(entry: XmlNode, url: string, report: Say, now: Date): void {
  const [lastmod, changefreq, priority] = ['lastmod', 'changefreq', 'priority'].map((name) => textOf(entry, name));
  if (lastmod !== undefined && !(DATE.test(lastmod) && Date.parse(lastmod)))
    report(`${url} has the lastmod ${lastmod}, which is not a W3C date.`);
  else if (lastmod !== undefined && Date.parse(lastmod) > now.getTime()) report(`${url} has a lastmod in the future.`);
  if (changefreq !== undefined && !FREQUENCIES.includes(changefreq)) report(`${url} has the changefreq ${changefreq}.`);
  if (priority !== undefined && !(Number(priority) >= 0 && Number(priority) <= 1))
    report(`${url} has the priority ${priority}.`);
}
