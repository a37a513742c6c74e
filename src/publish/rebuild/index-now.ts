import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '#src/brand/registry.ts';
import { messageOf } from '#src/lib/errors.ts';
import { batches } from '#src/lib/iterables.ts';
import type { Log } from '#src/lib/log.ts';
import { CANONICAL, type Release } from '#src/publish/release/index.ts';
import { parsePath } from '#src/routes/parse.ts';
import { isInSitemaps } from '#src/shell/page/sitemap-groups.ts';

/** The endpoint that forwards URLs to all participating search engines (https://www.indexnow.org/documentation). */
export const INDEX_NOW = 'https://api.indexnow.org/indexnow';

/** Maximum number of URLs per call that the protocol allows. */
const MAX_ADDRESSES = 10_000;
const CALL_TIMEOUT_MS = 10_000;

export interface Announcement {
  readonly brand: Pick<Brand, 'id' | 'hosts' | 'locales' | 'indexNowKey'>;
  readonly before: Release;
  readonly after: Release;
  readonly endpoint: string;
  readonly log: Log;
}

/**
 * Notifies search engines through IndexNow of the URLs that a publish added, changed or removed. Does nothing for a
 * brand without a key. Never throws, because search engines also find the changes in the sitemaps.
 */
export async function announceChanges({ brand, before, after, endpoint, log }: Announcement): Promise<void> {
  const { indexNowKey: key } = brand;
  const [host] = brand.hosts;
  if (key === undefined || host === undefined) return;
  const origin = `https://${host}`;
  const facts = { host, key, keyLocation: `${origin}${keyPath(key)}` };
  try {
    const addresses = changedAddresses(before, after, { origin, locales: brand.locales });
    for (const urlList of batches(addresses, MAX_ADDRESSES)) await post(endpoint, { ...facts, urlList });
  } catch (error) {
    log.warn(`search engines were not notified of all changes of ${brand.id}: ${messageOf(error)}`);
  }
}

/** Path of the file that proves that the key belongs to the site. */
export const keyPath = (key: string) => `/${key}.txt`;

async function post(endpoint: string, body: object): Promise<void> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(CALL_TIMEOUT_MS),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`IndexNow responded with status ${response.status}`);
}

interface SiteOfAddresses extends Pick<Brand, 'locales'> {
  readonly origin: string;
}

/**
 * Yields the absolute URLs that differ between two releases and that search engines may index, without duplicates:
 * changed sitemap entries, which include pages rendered on request, and pages with changed bytes.
 */
function* changedAddresses(before: Release, after: Release, site: SiteOfAddresses): Iterable<string> {
  const yielded = changedEntries(before, after);
  yield* yielded;
  for (const path of changedPages(before, after)) {
    const address = site.origin + path;
    const isElsewhere = after.page(path)?.canonical === CANONICAL.ofOwner;
    if (!yielded.has(address) && !isElsewhere && isIndexed(path, site.locales)) yield address;
  }
}

function* changedPages(before: Release, after: Release): Iterable<string> {
  for (const { path, hash } of after.pages()) if (before.page(path)?.hash !== hash) yield path;
  for (const { path } of before.pages()) if (!after.page(path)) yield path;
}

/** The path `/ranking` exists only while no ranking has books. It is not indexed. */
function isIndexed(path: string, locales: Brand['locales']): boolean {
  const match = parsePath(path, locales);
  return match !== undefined && isInSitemaps(match.kind) && !path.endsWith('/ranking');
}

/**
 * Paths whose sitemap entries differ. An entry may move to a different file, so the entries of all changed files are
 * compared together.
 */
function changedEntries(before: Release, after: Release): Set<string> {
  const names = new Set([before, after].flatMap((release) => release.assets().flatMap(sitemapNames)));
  const differing = [...names].filter((name) => before.asset(name)?.version !== after.asset(name)?.version);
  const old = new Map(entriesOf(before, differing));
  const changed = new Set<string>();
  for (const [address, entry] of entriesOf(after, differing)) {
    if (old.get(address) !== entry) changed.add(address);
    old.delete(address);
  }
  for (const address of old.keys()) changed.add(address);
  return changed;
}

const sitemapNames = ({ url, age }: { url: string; age: number }) =>
  age === 0 && /^\/sitemap-[^/]+\.xml$/.test(url) ? [url] : [];

function* entriesOf(release: Release, names: readonly string[]): Iterable<readonly [address: string, entry: string]> {
  for (const name of names) {
    if (!release.hasAsset(name)) continue;
    const xml = readFileSync(join(release.folder, 'site', name), 'utf8');
    for (const [entry, address = ''] of xml.matchAll(/<url><loc>([^<]*)<\/loc>.*?<\/url>/gs))
      yield [unescaped(address), entry];
  }
}

const SIGNS: Readonly<Record<string, string>> = { amp: '&', apos: "'", quot: '"', lt: '<', gt: '>' };

const unescaped = (text: string) => text.replaceAll(/&(amp|apos|quot|lt|gt);/g, (_entity, name) => SIGNS[name] ?? '');
