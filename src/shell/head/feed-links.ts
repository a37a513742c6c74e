import { type FeedFormat, SITE_FEED_FORMATS } from '#src/routes/paths.ts';
import type { Site } from '../page/view.ts';

/** A link to a feed in the head of a page. */
export interface FeedLink {
  readonly type: string;
  readonly title: string;
  /** Absolute address of the feed. */
  readonly href: string;
}

const TYPES: Readonly<Record<FeedFormat, string>> = {
  rss: 'application/rss+xml',
  atom: 'application/atom+xml',
  opds: 'application/atom+xml;profile=opds-catalog;kind=acquisition',
  opds2: 'application/opds+json',
};

/** Links to a feed in every format. @param path the feed's path without a format's extension */
export const feedLinks = (
  { brand }: Site,
  path: string,
  title: string,
  formats: readonly FeedFormat[] = SITE_FEED_FORMATS,
): FeedLink[] => formats.map((format) => ({ type: TYPES[format], title, href: `${brand.origin}${path}.${format}` }));
