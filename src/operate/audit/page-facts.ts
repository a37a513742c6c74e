import { Parser } from 'htmlparser2';
import { hash } from '#src/lib/hash.ts';
import type { Link, PageFacts } from './types.ts';

type Attributes = Readonly<Record<string, string>>;

/** Facts collected while the HTML is parsed. */
interface Reading {
  lang: string;
  readonly titles: string[];
  readonly descriptions: string[];
  readonly robots: string[];
  readonly canonicals: string[];
  readonly alternates: { hreflang: string; href: string }[];
  readonly feeds: string[];
  readonly links: Link[];
  readonly files: string[];
  readonly jsonLd: string[];
}

const FEED_TYPES = /^application\/(rss\+xml|atom\+xml|opds\+json)\b/i;

/** Elements whose text is not part of the page. */
const SILENT: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript']);

/** Extracts the facts about a page that crawlers use. */
export function readPage(html: string): PageFacts {
  const page: Reading = {
    lang: '',
    titles: [],
    descriptions: [],
    robots: [],
    canonicals: [],
    alternates: [],
    feeds: [],
    links: [],
    files: [],
    jsonLd: [],
  };
  const open: string[] = [];
  let sink: 'title' | 'jsonLd' | undefined;
  let text = '';
  let main = '';
  let body = '';
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push(name);
      if (name === 'title' && !open.includes('svg')) sink = 'title';
      else if (name === 'script' && attributes['type'] === 'application/ld+json') sink = 'jsonLd';
      readElement(name, attributes, page);
    },
    ontext(part) {
      if (sink) text += part;
      if (open.some((name) => SILENT.has(name))) return;
      if (open.includes('main')) main += part;
      else if (open.includes('body')) body += part;
    },
    onclosetag(name) {
      open.splice(open.lastIndexOf(name), 1);
      if (!sink || (name !== 'title' && name !== 'script')) return;
      if (sink === 'title') page.titles.push(text.trim());
      else page.jsonLd.push(text);
      sink = undefined;
      text = '';
    },
  });
  parser.end(html);
  const words = (main || body).replaceAll(/\s+/g, ' ').trim();
  return { ...page, textHash: words === '' ? '' : hash(words, 32) };
}

function readElement(name: string, attributes: Attributes, page: Reading): void {
  const { href = '', src = '', content = '' } = attributes;
  if (name === 'html') page.lang = attributes['lang'] ?? '';
  else if (name === 'a' && 'href' in attributes)
    page.links.push({ href, nofollow: hasToken(attributes['rel'], 'nofollow') });
  else if (name === 'link') readLink(attributes, page);
  else if (name === 'meta') readMeta(attributes, content, page);
  else if ((name === 'img' || name === 'script') && src !== '') page.files.push(src);
}

function readLink({ rel, href = '', hreflang, type = '' }: Attributes, page: Reading): void {
  if (hasToken(rel, 'canonical')) page.canonicals.push(href);
  else if (hasToken(rel, 'alternate') && hreflang !== undefined) page.alternates.push({ hreflang, href });
  else if (hasToken(rel, 'alternate') && FEED_TYPES.test(type)) page.feeds.push(href);
  else if (hasToken(rel, 'prev') || hasToken(rel, 'next')) page.links.push({ href, nofollow: false });
  else if (['stylesheet', 'icon', 'manifest', 'preload', 'modulepreload'].some((word) => hasToken(rel, word)))
    page.files.push(href);
}

function readMeta({ name = '', property = '' }: Attributes, content: string, page: Reading): void {
  if (name === 'description') page.descriptions.push(content);
  else if (name === 'robots') page.robots.push(content);
  else if (property === 'og:image' || name === 'og:image' || name === 'twitter:image') page.files.push(content);
}

const hasToken = (list: string | undefined, token: string) => (list ?? '').toLowerCase().split(/\s+/).includes(token);
