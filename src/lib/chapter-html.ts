import { type Token, Tokenizer } from 'parse5';
import sanitize from 'sanitize-html';
import { bookHref, type ChapterAddresses, ID_PREFIX } from './book-href.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedClasses } from './chapter-markup.ts';
import { MOST_CHAPTER_DEPTH } from './html-limits.ts';
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
 * Placeholder for a picture that cannot be shown. It is not an element of chapters, so the sanitiser drops it; the sanitiser's own
 * filter would copy the whole text for each such picture.
 */
export const NO_PICTURE = 'no-picture';

/**
 * Chapter text that may stand in a page: only text markup is left of it, whoever wrote it, and the result is read again
 * to be sure. The time grows with the length alone for HTML within the depth that the contract allows (html-limits.ts);
 * elements beyond it are left out.
 * @throws Error when something other than text markup came through
 */
export function safeChapterHtml(html: string, { mediaUrl, chapterHref }: ChapterAddresses): string {
  const clean = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['https'],
    allowProtocolRelative: false,
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    disallowedTagsMode: 'discard',
    nestingLimit: MOST_CHAPTER_DEPTH,
    transformTags: {
      h1: 'h2',
      '*': (tagName, attribs) => ({ tagName, attribs: commonAttributes(attribs) }),
      a: (tagName, { href = '', ...attribs }) => ({ tagName, attribs: linkAttributes(href, attribs, chapterHref) }),
      img: (tagName, attribs) => picture(tagName, pictureAttributes(attribs, mediaUrl)),
    },
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

/** The sanitiser's own filter would copy the whole text for each picture that it leaves out. */
const picture = (tagName: string, attribs: Record<string, string>) =>
  ADDRESS.test(attribs['src'] ?? '') ? { tagName, attribs } : { tagName: NO_PICTURE, attribs: {} };

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

/**
 * Reads tags only: a browser's tree takes time with the product of paragraphs and elements that were never ended.
 * @throws Error when something other than text markup came through
 */
function verify(html: string): void {
  const nothing = () => {};
  const refuse = () => {
    throw new Error('a comment or declaration came through the sanitiser');
  };
  const onStartTag = ({ tagName, attrs }: Token.TagToken) => {
    if (!TAGS.includes(tagName)) throw new Error(`<${tagName}> came through the sanitiser`);
    for (const { name, value } of attrs) verifyAttribute(tagName, name, value);
  };
  const handler = {
    onStartTag,
    onEndTag: nothing,
    onComment: refuse,
    onDoctype: refuse,
    onEof: nothing,
    onCharacter: nothing,
    onNullCharacter: nothing,
    onWhitespaceCharacter: nothing,
  };
  new Tokenizer({}, handler).write(html, true);
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
