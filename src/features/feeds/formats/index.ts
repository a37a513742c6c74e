import { CATALOG_FORMATS, type FeedFormat, SITE_FEED_FORMATS } from '#src/routes/paths.ts';
import type { Site } from '#src/shell/page/view.ts';
import type { CatalogModel, FeedModel } from '../view.ts';
import { atomFeed } from './atom.ts';
import { opdsCatalog, opdsFeed } from './opds.ts';
import { opds2Catalog, opds2Feed } from './opds2.ts';
import { rssFeed } from './rss.ts';

const FEEDS: Readonly<Record<FeedFormat, (site: Site, feed: FeedModel) => string>> = {
  rss: rssFeed,
  atom: atomFeed,
  opds: opdsFeed,
  opds2: opds2Feed,
};
const CATALOGS = { opds: opdsCatalog, opds2: opds2Catalog } as const;

/** The text of a feed in a format. Equal models give equal texts. */
export const feedText = (site: Site, feed: FeedModel, format: FeedFormat): string => FEEDS[format](site, feed);

/** A feed or catalog as a file of a release. */
export interface FeedFile {
  /** Path below the brand's origin. */
  readonly url: string;
  text(): string;
}

/** The files of a feed in every format. */
export const feedFiles = (site: Site, feed: FeedModel): FeedFile[] =>
  SITE_FEED_FORMATS.map((format) => ({ url: `${feed.path}.${format}`, text: () => feedText(site, feed, format) }));

/** The files of a catalog, in both OPDS formats. */
export const catalogFiles = (site: Site, catalog: CatalogModel): FeedFile[] =>
  CATALOG_FORMATS.map((format) => ({
    url: `${catalog.path}.${format}`,
    text: () => CATALOGS[format](site, catalog),
  }));
