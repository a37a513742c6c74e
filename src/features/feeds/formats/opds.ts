import { absoluteUrl } from '#src/shell/head/head-parts.ts';
import type { Site } from '#src/shell/page/view.ts';
import type { CatalogModel, FeedModel } from '../view.ts';
import { atomEntry, atomHeading } from './atom.ts';
import { addressOf, catalogPicture, titleOf } from './parts.ts';
import { type XmlElement, xmlDocument } from './xml.ts';

const TYPE = 'application/atom+xml;profile=opds-catalog';
const [NAVIGATION, ACQUISITION] = [`${TYPE};kind=navigation`, `${TYPE};kind=acquisition`];

/**
 * The link from a catalog entry to its book. Books are read on the site, so it leads to a web page instead of a
 * download.
 */
const READ = { '@rel': 'http://opds-spec.org/acquisition', '@type': 'text/html' };

/** The feed as OPDS 1.2. */
export const opdsFeed = (site: Site, feed: FeedModel): string =>
  xmlDocument({
    feed: {
      ...NAMESPACES,
      ...atomHeading(site, addressOf(site, feed, 'opds'), titleOf(site, feed), feed.updated),
      link: [
        link('self', ACQUISITION, addressOf(site, feed, 'opds')),
        link('start', NAVIGATION, addressOf(site, { path: site.paths.feed('catalog') }, 'opds')),
        link('alternate', 'text/html', absoluteUrl(site, feed.href)),
      ],
      entry: feed.entries.map((entry) => ({
        ...atomEntry(site, entry, [
          { ...READ, '@href': absoluteUrl(site, entry.href) },
          ...pictures(entry.cover === null ? undefined : absoluteUrl(site, entry.cover)),
        ]),
        'dc:language': entry.language,
      })),
    },
  });

/** An OPDS 1.2 catalog that lists the feeds of a language. Reading apps start from this catalog. */
export const opdsCatalog = (site: Site, catalog: CatalogModel): string =>
  xmlDocument({
    feed: {
      ...NAMESPACES,
      ...atomHeading(site, addressOf(site, catalog, 'opds'), site.brand.appName, catalog.updated),
      link: [
        link('self', NAVIGATION, addressOf(site, catalog, 'opds')),
        link('start', NAVIGATION, addressOf(site, catalog, 'opds')),
        link('alternate', 'text/html', absoluteUrl(site, catalog.href)),
      ],
      entry: catalog.feeds.map((feed, index) => ({
        id: addressOf(site, feed, 'opds'),
        title: titleOf(site, feed),
        updated: feed.updated,
        content: { '@type': 'text', '#text': titleOf(site, feed) },
        link: link(relationOf(catalog, index), ACQUISITION, addressOf(site, feed, 'opds')),
      })),
    },
  });

const NAMESPACES = { '@xmlns': 'http://www.w3.org/2005/Atom', '@xmlns:dc': 'http://purl.org/dc/terms/' };

const link = (rel: string, type: string, href: string) => ({ '@rel': rel, '@type': type, '@href': href });

function pictures(address: string | undefined): XmlElement[] {
  const picture = address === undefined ? undefined : catalogPicture(address);
  return picture ? [link('http://opds-spec.org/image', picture.type, picture.href)] : [];
}

/** The link relation of a feed in the catalog. The default ranking has the relation `popular`. */
export function relationOf({ feeds }: CatalogModel, index: number): string {
  const kind = feeds[index]?.kind;
  if (kind === 'new') return 'http://opds-spec.org/sort/new';
  const isDefault = kind === 'ranking' && feeds.findIndex((feed) => feed.kind === 'ranking') === index;
  return isDefault ? 'http://opds-spec.org/sort/popular' : 'subsection';
}
