/** The parts of a page's head that search engines and link previews use. */
export interface HeadText {
  /** The page's title; empty if it has none. */
  readonly title: string;
  /** Meta description, `og:title` and `og:description`. */
  readonly descriptions: readonly string[];
  readonly siteName: string | undefined;
  readonly robots: string;
  readonly canonical: string | undefined;
  /** URLs of pages: canonical, `og:url`, other languages, previous and next page. */
  readonly addresses: readonly string[];
}

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g;
const TITLE = /<title>([^<]*)<\/title>/;
/** Matches a tag, whose quoted values may contain `>`. */
const TAG = /<(?:meta|link)\b[^>"]*(?:"[^"]*"[^>"]*)*>/g;
/** Matches the tags to read. Most tags in a head are not needed. */
const IS_READ = /"(?:description|robots|og:(?:title|description|site_name|url)|canonical|alternate|prev|next)"/;
const ATTRIBUTE = /([\w:-]+)="([^"]*)"/g;

const PAGE_LINKS = ['canonical', 'alternate', 'prev', 'next'];
const DESCRIPTIONS = ['description', 'og:title', 'og:description'];

/**
 * Reads the head of a rendered page. It only supports our own layout (src/shell/layout/Base.astro), where every value
 * is in double quotes. A full HTML parser takes ten times as long.
 */
export function readHead(html: Uint8Array): HeadText {
  const bytes = Buffer.from(html.buffer, html.byteOffset, html.byteLength);
  const end = bytes.indexOf('</head>');
  const text = bytes.toString('utf8', 0, end === -1 ? 0 : end).replaceAll(SCRIPT, '');
  const tags = (text.match(TAG) ?? []).filter((tag) => IS_READ.test(tag)).map(attributesOf);
  const meta = (name: string) => tags.find((tag) => (tag['name'] ?? tag['property']) === name)?.['content'];
  const links = tags.filter((tag) => PAGE_LINKS.includes(tag['rel'] ?? ''));
  const canonical = links.find((tag) => tag['rel'] === 'canonical')?.['href'];
  return {
    title: decode(TITLE.exec(text)?.[1] ?? '').trim(),
    descriptions: DESCRIPTIONS.flatMap((name) => meta(name) ?? []),
    siteName: meta('og:site_name'),
    robots: meta('robots') ?? '',
    canonical,
    addresses: [...links.flatMap((tag) => tag['href'] ?? []), ...[meta('og:url') ?? []].flat()],
  };
}

const attributesOf = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from(text.matchAll(ATTRIBUTE), ([, name = '', value = '']) => [name, decode(value)]));

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Decodes the character references that templates use to escape markup. */
const decode = (text: string) =>
  !text.includes('&')
    ? text
    : text.replaceAll(
        /&(?:#(\d{1,6})|(amp|lt|gt|quot|apos));/g,
        (_, code: string | undefined, name: string | undefined) =>
          code === undefined ? (NAMED[name ?? ''] ?? '') : String.fromCodePoint(Number(code)),
      );
