import { messageOf } from '#src/lib/errors.ts';
import type { SiteClient } from '../site-client.ts';
import type { Crawl, Finding } from '../types.ts';
import { attribute, children, parseXml, textOf, type XmlNode } from '../xml.ts';

/** Checks that the feeds named by pages exist and contain what RSS 2.0, Atom (RFC 4287) or OPDS 2.0 require. */
export async function checkFeeds(client: SiteClient, { origin, feeds }: Crawl): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const path of feeds.keys()) {
    const { status, headers, text } = await client.get(path);
    const type = String(headers['content-type'] ?? '');
    const problems = status === 200 ? problemsOf(text, type) : [`It responds with status ${status}.`];
    for (const message of problems) findings.push({ kind: 'feed', url: origin + path, message });
  }
  return findings;
}

function problemsOf(text: string, type: string): string[] {
  if (/\bjson\b/.test(type)) return ofOpds2(text);
  const parsed = parseXml(text);
  if (typeof parsed === 'string') return [parsed];
  const { name, root } = parsed;
  if (name === 'rss') return ofRss(root, type);
  if (name === 'feed') return [...ofAtom(root, type), ...(/profile=opds-catalog/.test(type) ? ofOpds(root) : [])];
  return [`Its root is ${name}, neither rss nor feed.`];
}

const lacking = (node: XmlNode, names: readonly string[], of: string): string[] =>
  names.filter((name) => !textOf(node, name)).map((name) => `${of} has no ${name}.`);

const twice = (ids: readonly (string | undefined)[]): string[] =>
  new Set(ids).size < ids.length ? ['Two entries have the same id.'] : [];

/** https://www.rssboard.org/rss-specification */
function ofRss(root: XmlNode, type: string): string[] {
  const [channel] = children(root, 'channel');
  if (!channel) return ['It has no channel.'];
  const items = children(channel, 'item');
  return [
    ...(/^application\/(rss\+xml|x-rss\+xml|xml)\b/.test(type) ? [] : [`It is sent as ${type}.`]),
    ...(attribute(root, 'version') === '2.0' ? [] : ['Its version is not 2.0.']),
    ...lacking(channel, ['title', 'link', 'description'], 'The channel'),
    ...items
      .filter((item) => !textOf(item, 'title') && !textOf(item, 'description'))
      .map(() => 'An item has neither title nor description.'),
    ...items
      .map((item) => textOf(item, 'pubDate'))
      .filter(isNoRssDate)
      .map((date) => `The pubDate ${date} is not an RFC 822 date.`),
    ...twice(items.map((item) => textOf(item, 'guid') ?? textOf(item, 'link'))),
  ];
}

const RSS_DATE = /^(\w{3}, )?\d{1,2} \w{3} \d{4} \d\d:\d\d(:\d\d)? ([+-]\d{4}|GMT|UT|Z)$/;
const isNoRssDate = (date: string | undefined): date is string => date !== undefined && !RSS_DATE.test(date);

function ofAtom(root: XmlNode, type: string): string[] {
  const entries = children(root, 'entry');
  const hasAuthor = children(root, 'author').length > 0;
  const all = [root, ...entries];
  return [
    ...(/^application\/(atom\+xml|xml)\b/.test(type) ? [] : [`It is sent as ${type}.`]),
    ...(attribute(root, 'xmlns') === 'http://www.w3.org/2005/Atom' ? [] : ['Its namespace is not that of Atom.']),
    ...all.flatMap((node) => lacking(node, ['id', 'title', 'updated'], node === root ? 'The feed' : 'An entry')),
    ...all.flatMap((node) => ofAtomDate(textOf(node, 'updated'))),
    ...entries
      .filter((entry) => !hasAuthor && children(entry, 'author').length === 0)
      .map(() => 'An entry has no author.'),
    ...entries
      .filter((entry) => children(entry, 'link').length === 0 && children(entry, 'content').length === 0)
      .map(() => 'An entry has neither link nor content.'),
    ...twice(entries.map((entry) => textOf(entry, 'id'))),
  ];
}

/** https://specs.opds.io/opds-1.2: each entry is a book to acquire, or links to another catalog. */
function ofOpds(root: XmlNode): string[] {
  const leadsOn = (entry: XmlNode) =>
    children(entry, 'link').some(
      (link) =>
        /^http:\/\/opds-spec\.org\/acquisition\b/.test(attribute(link, 'rel') ?? '') ||
        /profile=opds-catalog/.test(attribute(link, 'type') ?? ''),
    );
  return [
    ...(children(root, 'link').some((link) => attribute(link, 'rel') === 'self') ? [] : ['It has no link to itself.']),
    ...children(root, 'entry')
      .filter((entry) => !leadsOn(entry))
      .map((entry) => `The entry ${textOf(entry, 'id')} links neither to a file nor to another catalog.`),
  ];
}

const ofAtomDate = (date: string | undefined): string[] =>
  date === undefined || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(date)
    ? []
    : [`The date ${date} is not an RFC 3339 date.`];

type Publication = {
  readonly metadata?: { readonly title?: unknown };
  readonly links?: readonly { readonly rel?: unknown; readonly href?: unknown }[];
  readonly images?: readonly unknown[];
};

type Opds = {
  readonly metadata?: { readonly title?: unknown };
  readonly links?: readonly { readonly rel?: unknown; readonly href?: unknown }[];
  readonly navigation?: readonly unknown[];
  readonly publications?: readonly Publication[];
  readonly groups?: readonly unknown[];
};

function ofPublication({ metadata, links = [], images = [] }: Publication, index: number): string[] {
  const name = `Publication ${index + 1}`;
  const isAcquisition = (rel: unknown) => /^http:\/\/opds-spec\.org\/acquisition\b/.test(String(rel));
  return [
    ...(typeof metadata?.title === 'string' ? [] : [`${name} has no title.`]),
    ...(links.some(({ rel }) => [rel].flat().some(isAcquisition)) ? [] : [`${name} has no link to acquire it.`]),
    ...(images.length > 0 ? [] : [`${name} has no image.`]),
  ];
}

/** https://drafts.opds.io/opds-2.0 */
function ofOpds2(text: string): string[] {
  try {
    const { metadata, links = [], navigation, publications, groups } = JSON.parse(text) as Opds;
    return [
      ...(typeof metadata?.title === 'string' ? [] : ['Its metadata has no title.']),
      ...(links.some(({ rel, href }) => [rel].flat().includes('self') && typeof href === 'string')
        ? []
        : ['It has no link to itself.']),
      ...([navigation, publications, groups].some((part) => part !== undefined)
        ? []
        : ['It has neither navigation nor publications.']),
      ...(publications ?? []).flatMap(ofPublication),
    ];
  } catch (error) {
    return [`It is not JSON: ${messageOf(error)}`];
  }
}
