import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5';
import sanitize from 'sanitize-html';
import {
  ALLOWED_ATTRIBUTES,
  ALLOWED_TAGS,
  allowedClasses,
  bookHref,
  type ChapterAddresses,
  ID_PREFIX,
} from './chapter-markup.ts';
import { formatSrcset, PICTURE_SIZES, parseSrcset } from './picture-sources.ts';

const TAGS = [...ALLOWED_TAGS, 'section', 'div'];

const ATTRIBUTES: Record<string, string[]> = {
  ...ALLOWED_ATTRIBUTES,
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
};

/** A path of this site; two slashes would name another host. */
const OWN_PATH = /^\/(?![/\\])/;
/** What a link or picture may point to. */
const ADDRESS = /^(https:\/\/|#|\/(?![/\\]))/;

/**
 * Chapter text that may stand in a page: only text markup is left of it, whoever wrote it, and the result is parsed
 * again to be sure.
 */
export function safeChapterHtml(html: string, { mediaUrl, chapterHref }: ChapterAddresses): string {
  const clean = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    disallowedTagsMode: 'discard',
    transformTags: {
      h1: 'h2',
      '*': (tagName, attribs) => ({ tagName, attribs: commonAttributes(attribs) }),
      a: (tagName, { href = '', ...attribs }) => ({ tagName, attribs: linkAttributes(href, attribs, chapterHref) }),
      img: (tagName, attribs) => ({ tagName, attribs: pictureAttributes(attribs, mediaUrl) }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !ADDRESS.test(attribs['src'] ?? ''),
  });
  verify(clean);
  return clean;
}

function commonAttributes({ id, class: classes = '', ...attribs }: Record<string, string>): Record<string, string> {
  const kept = allowedClasses(classes);
  return { ...attribs, ...(id && { id: ID_PREFIX + id }), ...(kept !== undefined && { class: kept }) };
}

/** Links stay inside the book, or go out marked as somebody else's; without an address they may still be anchors. */
function linkAttributes(
  href: string,
  { rel: _rel, ...attribs }: Record<string, string>,
  chapterHref: (id: number) => string,
): Record<string, string> {
  const inside = bookHref(href, chapterHref);
  if (inside !== undefined) return { ...attribs, href: inside };
  return href.startsWith('https://') ? { ...attribs, href, rel: 'nofollow ugc noopener' } : attribs;
}

/** A picture is loaded when it comes near, in the width that its column needs where its `srcset` offers some. */
function pictureAttributes(
  { src = '', srcset = '', sizes: _sizes, alt = '', ...attribs }: Record<string, string>,
  mediaUrl: (url: string) => string,
): Record<string, string> {
  const addressOf = (url: string) => (OWN_PATH.test(url) ? mediaUrl(url) : url);
  const candidates = parseSrcset(srcset).map(({ url, width }) => ({ url: addressOf(url), width }));
  const isOffered = candidates.length > 0 && candidates.every(({ url }) => ADDRESS.test(url));
  return {
    ...attribs,
    src: addressOf(src),
    ...(isOffered && { srcset: formatSrcset(candidates), sizes: PICTURE_SIZES }),
    loading: 'lazy',
    alt,
  };
}

/** @throws Error when something other than text markup came through */
function verify(html: string): void {
  const pending: DefaultTreeAdapterTypes.ChildNode[] = [...parseFragment(html).childNodes];
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (!('tagName' in node)) continue;
    if (!TAGS.includes(node.tagName)) throw new Error(`<${node.tagName}> came through the sanitiser`);
    for (const { name, value } of node.attrs) verifyAttribute(node.tagName, name, value);
    pending.push(...node.childNodes);
  }
}

function verifyAttribute(tag: string, name: string, value: string): void {
  const allowed = [...(ATTRIBUTES['*'] ?? []), ...(ATTRIBUTES[tag] ?? [])].includes(name);
  const isStrange =
    !addressesIn(name, value).every((address) => ADDRESS.test(address)) ||
    (name === 'class' && allowedClasses(value) !== value);
  if (!allowed || isStrange) {
    throw new Error(`${name}="${value}" on <${tag}> came through the sanitiser`);
  }
}

/** What an attribute points to; an empty address where it cannot be read. */
function addressesIn(name: string, value: string): string[] {
  if (name !== 'srcset') return name === 'href' || name === 'src' ? [value] : [];
  const addresses = parseSrcset(value).map(({ url }) => url);
  return addresses.length > 0 ? addresses : [''];
}
