import { bookText } from '#src/lib/book-text.ts';
import { absoluteUrl } from '#src/shell/head/head-parts.ts';
import type { Site } from '#src/shell/page/view.ts';
import type { FeedModel } from '../view.ts';
import { addressOf, titleOf } from './parts.ts';
import { type XmlElement, xmlDocument } from './xml.ts';

/** The feed as Atom (RFC 4287). */
export const atomFeed = (site: Site, feed: FeedModel): string =>
  xmlDocument({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      ...atomHeading(site, addressOf(site, feed, 'atom'), titleOf(site, feed), feed.updated),
      subtitle: feed.introduction.trim() || undefined,
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': addressOf(site, feed, 'atom') },
        { '@rel': 'alternate', '@type': 'text/html', '@href': absoluteUrl(site, feed.href) },
      ],
      entry: feed.entries.map((entry) => atomEntry(site, entry)),
    },
  });

/** The elements at the start of every Atom feed. The feed's author is the brand. */
export const atomHeading = ({ brand, locale }: Site, id: string, title: string, updated: string): XmlElement => ({
  '@xml:lang': locale.tag,
  id,
  title,
  updated,
  author: { name: brand.appName, uri: brand.origin },
});

/** The Atom entry of a book or chapter. @param links links in addition to the link to its page */
export function atomEntry(site: Site, entry: FeedModel['entries'][number], links: XmlElement[] = []): XmlElement {
  const href = absoluteUrl(site, entry.href);
  return {
    '@xml:lang': bookText(entry.title, entry.language, site.locale.tag).lang,
    id: href,
    title: entry.title,
    published: entry.published ?? undefined,
    updated: entry.updated,
    author: { name: entry.author.name, uri: absoluteUrl(site, entry.author.href) },
    category: entry.category === '' ? undefined : { '@term': entry.category },
    summary: entry.summary || undefined,
    link: [{ '@rel': 'alternate', '@type': 'text/html', '@href': href }, ...links],
  };
}
