import { absoluteUrl } from '#src/shell/head/head-parts.ts';
import type { Site } from '#src/shell/page/view.ts';
import type { CatalogModel, FeedEntry, FeedModel } from '../view.ts';
import { relationOf } from './opds.ts';
import { addressOf, catalogPicture, titleOf } from './parts.ts';

const TYPE = 'application/opds+json';

/** The feed as OPDS 2.0. */
export const opds2Feed = (site: Site, feed: FeedModel): string =>
  JSON.stringify({
    metadata: { title: titleOf(site, feed), modified: feed.updated, numberOfItems: feed.entries.length },
    links: [
      { rel: 'self', type: TYPE, href: addressOf(site, feed, 'opds2') },
      { rel: 'start', type: TYPE, href: addressOf(site, { path: site.paths.feed('catalog') }, 'opds2') },
      { rel: 'alternate', type: 'text/html', href: absoluteUrl(site, feed.href) },
    ],
    publications: feed.entries.map((entry) => publication(site, entry)),
  });

/** An OPDS 2.0 catalog that lists the feeds of a language. Reading apps start from this catalog. */
export const opds2Catalog = (site: Site, catalog: CatalogModel): string =>
  JSON.stringify({
    metadata: { title: site.brand.appName, modified: catalog.updated },
    links: [
      { rel: 'self', type: TYPE, href: addressOf(site, catalog, 'opds2') },
      { rel: 'alternate', type: 'text/html', href: absoluteUrl(site, catalog.href) },
    ],
    navigation: catalog.feeds.map((feed, index) => ({
      title: titleOf(site, feed),
      rel: relationOf(catalog, index),
      type: TYPE,
      href: addressOf(site, feed, 'opds2'),
    })),
  });

function publication(site: Site, entry: FeedEntry) {
  const href = absoluteUrl(site, entry.href);
  const cover = entry.cover === null ? undefined : catalogPicture(absoluteUrl(site, entry.cover));
  return {
    metadata: {
      '@type': 'http://schema.org/Book',
      identifier: href,
      title: entry.title,
      author: { name: entry.author.name, links: [{ type: 'text/html', href: absoluteUrl(site, entry.author.href) }] },
      language: entry.language,
      ...(entry.published !== null && { published: entry.published }),
      modified: entry.updated,
      ...(entry.summary === '' ? {} : { description: entry.summary }),
      subject: [entry.category],
    },
    links: [{ rel: 'http://opds-spec.org/acquisition', type: 'text/html', href }],
    // OPDS 2.0 requires a picture for each publication, and allows only a few formats.
    images: [cover ?? { href: absoluteUrl(site, site.brand.sharePicture), type: 'image/jpeg' }],
  };
}
