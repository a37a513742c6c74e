import { bookText } from '#src/lib/book-text.ts';
import { absoluteUrl } from '#src/shell/head/head-parts.ts';
import type { Site } from '#src/shell/page/view.ts';
import type { FeedModel } from '../view.ts';
import { addressOf, titleOf } from './parts.ts';
import { xmlDocument } from './xml.ts';

/** The feed as RSS 2.0. Authors are in Dublin Core's `creator`, because RSS's own `author` must be an email address. */
export function rssFeed(site: Site, feed: FeedModel): string {
  const title = titleOf(site, feed);
  return xmlDocument({
    rss: {
      '@version': '2.0',
      '@xmlns:atom': 'http://www.w3.org/2005/Atom',
      '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      channel: {
        title,
        link: absoluteUrl(site, feed.href),
        'atom:link': { '@rel': 'self', '@type': 'application/rss+xml', '@href': addressOf(site, feed, 'rss') },
        description: feed.introduction.trim() || title,
        language: site.locale.tag,
        lastBuildDate: rssDate(feed.updated),
        item: feed.entries.map((entry) => {
          const link = absoluteUrl(site, entry.href);
          return {
            title: entry.title,
            link,
            guid: { '@isPermaLink': 'true', '#text': link },
            pubDate: rssDate(feed.kind === 'new' ? (entry.published ?? entry.updated) : entry.updated),
            'dc:creator': entry.author.name,
            'dc:language': bookText(entry.title, entry.language, site.locale.tag).lang,
            category: entry.category || undefined,
            description: entry.summary || undefined,
          };
        }),
      },
    },
  });
}

const rssDate = (timestamp: string) => new Date(timestamp).toUTCString();
