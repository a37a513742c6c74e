import { pathOf } from './addresses.ts';
import type { SiteClient } from './site-client.ts';
import type { Finding } from './types.ts';
import { attribute, childNames, children, parseXml, textOf, type XmlNode } from './xml.ts';

export interface Sitemaps {
  readonly findings: readonly Finding[];
  /** Paths of all pages. */
  readonly listed: ReadonlySet<string>;
}

/** The protocol of sitemaps.org and its schemas sitemap.xsd and siteindex.xsd. */
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const MOST_ENTRIES = 50_000;
const MOST_BYTES = 50 * 2 ** 20;
const LONGEST_ADDRESS = 2048;
const SITEMAP_FIELDS = ['loc', 'lastmod'];
const URL_FIELDS = ['loc', 'lastmod', 'changefreq', 'priority'];
const FREQUENCIES = ['always', 'hourly', 'daily', 'weekly', 'monthly', 'yearly', 'never'];
/** W3C Datetime, as the protocol asks for. */
const DATE = /^\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?)?)?$/;

interface Reading {
  readonly client: SiteClient;
  readonly origin: string;
  readonly now: Date;
  readonly findings: Finding[];
  readonly listed: Set<string>;
  readonly read: Set<string>;
}

/** Reads the sitemaps that robots.txt names, and those that they name, and checks them. */
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
  const say = (message: string) => void findings.push({ kind: 'sitemap', url, message });
  if (read.has(url)) return say('It is named twice.');
  read.add(url);
  const path = pathOf(url, origin);
  if (path === undefined) return say('It is not at the first host of the brand.');
  const { status, text } = await client.get(path);
  if (status !== 200) return say(`It answers ${status}.`);
  if (Buffer.byteLength(text) > MOST_BYTES) say('It has more than 50 MB.');
  const parsed = parseXml(text);
  if (typeof parsed === 'string') return say(parsed);
  const { name, root } = parsed;
  if (attribute(root, 'xmlns') !== NAMESPACE) say(`The namespace of its root is not ${NAMESPACE}.`);
  if (name === 'sitemapindex') return readIndex(root, say, reading);
  if (name === 'urlset') return readUrls(root, say, reading);
  return say(`Its root is ${name}, neither urlset nor sitemapindex.`);
}

type Say = (message: string) => void;

async function readIndex(root: XmlNode, say: Say, reading: Reading): Promise<void> {
  const entries = children(root, 'sitemap');
  checkEntries(entries, SITEMAP_FIELDS, say, reading.now);
  for (const entry of entries) {
    const url = textOf(entry, 'loc');
    if (url) await readSitemap(url, reading);
  }
}

function readUrls(root: XmlNode, say: Say, { origin, listed, now }: Reading): void {
  const entries = children(root, 'url');
  checkEntries(entries, URL_FIELDS, say, now);
  for (const entry of entries) {
    const url = textOf(entry, 'loc') ?? '';
    const path = pathOf(url, origin);
    if (path === undefined) say(`${url} is not at the first host of the brand.`);
    else if (listed.has(path)) say(`${url} is listed twice.`);
    else listed.add(path);
  }
}

function checkEntries(entries: readonly XmlNode[], fields: readonly string[], say: Say, now: Date): void {
  if (entries.length === 0) say('It is empty.');
  if (entries.length > MOST_ENTRIES) say(`It has ${entries.length} entries, more than ${MOST_ENTRIES}.`);
  for (const entry of entries) {
    const url = textOf(entry, 'loc') ?? '';
    for (const name of childNames(entry)) {
      if (!fields.includes(name)) say(`${url} has the unknown field ${name}.`);
      if (children(entry, name).length > 1) say(`${url} has the field ${name} twice.`);
    }
    if (url === '') say('An entry has no loc.');
    if (url.length > LONGEST_ADDRESS) say(`${url} has more than ${LONGEST_ADDRESS} characters.`);
    checkValues(entry, url, say, now);
  }
}

function checkValues(entry: XmlNode, url: string, say: Say, now: Date): void {
  const [lastmod, changefreq, priority] = ['lastmod', 'changefreq', 'priority'].map((name) => textOf(entry, name));
  if (lastmod !== undefined && !(DATE.test(lastmod) && Date.parse(lastmod)))
    say(`${url} has the lastmod ${lastmod}, which is no W3C date.`);
  else if (lastmod !== undefined && Date.parse(lastmod) > now.getTime()) say(`${url} has a lastmod in the future.`);
  if (changefreq !== undefined && !FREQUENCIES.includes(changefreq)) say(`${url} has the changefreq ${changefreq}.`);
  if (priority !== undefined && !(Number(priority) >= 0 && Number(priority) <= 1))
    say(`${url} has the priority ${priority}.`);
}
