import { bookHref, type ChapterAddresses, ID_PREFIX } from '#src/contract/chapter/book-href.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedClasses } from '#src/contract/chapter/chapter-markup.ts';
import { formatSrcset, PICTURE_SIZES, parseSrcset } from '#src/contract/chapter/picture-sources.ts';
import { decodeEntities } from '#src/lib/html-entities.ts';

const TAGS = new Set([...ALLOWED_TAGS, 'section', 'div']);
/** Allowed attributes of pictures. Must equal the list in src/contract/chapter/chapter-html.server.ts. */
const PICTURE_ATTRIBUTES = ['srcset', 'width', 'height'];
const VOID = new Set(['br', 'hr', 'img', 'col']);
/** Elements that are removed with their contents. */
const DROPPED = /<(script|style|template|iframe|noscript|textarea|title|svg|math)\b[\s\S]*?<\/\1\s*>|<!--[\s\S]*?-->/gi;
const TOKEN = /<(\/?)([a-z][a-z0-9-]*)((?:[^>"']|"[^"]*"|'[^']*')*)>|[^<]+|</gi;
const ATTRIBUTE = /([a-z-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/gi;
/** Allowed addresses of links and pictures. Must equal the pattern in src/contract/chapter/chapter-html.server.ts. */
const ADDRESS = /^(https:\/\/|#|\/(?![/\\]))/;

/**
 * Converts chapter HTML to nodes, creating only allowed elements. The HTML is never passed to the browser's parser, so
 * an upstream cannot inject other elements.
 */
export function buildText(html: string, addresses: ChapterAddresses): DocumentFragment {
  const root = document.createDocumentFragment();
  const open: { name: string; node: Node }[] = [];
  const top = () => open.at(-1)?.node ?? root;
  for (const [token, slash, tag, attributes = ''] of html.replaceAll(DROPPED, '').matchAll(TOKEN)) {
    const name = tag?.toLowerCase();
    if (name === undefined) top().appendChild(document.createTextNode(decodeEntities(token)));
    else if (!TAGS.has(name)) continue;
    else if (slash) close(open, name);
    else {
      const element = elementOf(name, attributes, addresses);
      if (!element) continue;
      top().appendChild(element);
      if (!VOID.has(name)) open.push({ name, node: element });
    }
  }
  return root;
}

/** Handles a closing tag. It is ignored if there is no matching opening tag. */
function close(open: { name: string }[], name: string): void {
  const place = open.findLastIndex((element) => element.name === name);
  if (place >= 0) open.length = place;
}

function elementOf(name: string, text: string, addresses: ChapterAddresses): HTMLElement | undefined {
  const element = document.createElement(name);
  const allowedAttributes = name === 'img' ? PICTURE_ATTRIBUTES : [];
  const allowed = [...(ALLOWED_ATTRIBUTES['*'] ?? []), ...(ALLOWED_ATTRIBUTES[name] ?? []), ...allowedAttributes];
  for (const [, key = '', ...values] of text.matchAll(ATTRIBUTE)) {
    const value = decodeEntities(values.find((candidate) => candidate !== undefined) ?? '');
    if (!allowed.includes(key.toLowerCase()) || key === 'rel') continue;
    setAttribute(element, key.toLowerCase(), value, addresses);
  }
  if (name !== 'img') return element;
  if (!element.hasAttribute('src')) return undefined;
  element.setAttribute('loading', 'lazy');
  if (!element.hasAttribute('alt')) element.setAttribute('alt', '');
  return element;
}

function setAttribute(element: HTMLElement, key: string, value: string, addresses: ChapterAddresses): void {
  if (key === 'id') element.id = ID_PREFIX + value;
  else if (key === 'class') setClasses(element, allowedClasses(value));
  else if (key === 'srcset') setSources(element, value, addresses);
  else if (key === 'src') setSource(element, value, addresses);
  else if (key === 'href') setLink(element, value, addresses);
  else element.setAttribute(key, value);
}

function setClasses(element: HTMLElement, classes: string | undefined): void {
  if (classes !== undefined) element.className = classes;
}

function setSource(element: HTMLElement, value: string, { mediaUrl }: ChapterAddresses): void {
  if (ADDRESS.test(value)) element.setAttribute('src', mediaUrl(value));
}

function setLink(element: HTMLElement, value: string, { chapterHref }: ChapterAddresses): void {
  const inside = bookHref(value, chapterHref);
  if (inside !== undefined) element.setAttribute('href', inside);
  else if (value.startsWith('https://')) {
    element.setAttribute('href', value);
    element.setAttribute('rel', 'nofollow ugc noopener');
  }
}

function setSources(element: HTMLElement, srcset: string, { mediaUrl }: ChapterAddresses): void {
  const candidates = parseSrcset(srcset);
  if (candidates.length === 0 || !candidates.every(({ url }) => ADDRESS.test(url))) return;
  element.setAttribute('srcset', formatSrcset(candidates.map(({ url, width }) => ({ url: mediaUrl(url), width }))));
  element.setAttribute('sizes', PICTURE_SIZES);
}
