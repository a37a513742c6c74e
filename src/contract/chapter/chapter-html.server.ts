import { type Token, Tokenizer } from 'parse5';
import sanitize from 'sanitize-html';
import { MAX_CHAPTER_DEPTH } from '#src/lib/html-limits.ts';
import { bookHref, type ChapterAddresses, ID_PREFIX } from './book-href.ts';
import { ALLOWED_ATTRIBUTES, ALLOWED_TAGS, allowedClasses } from './chapter-markup.ts';
import { formatSrcset, PICTURE_SIZES, parseSrcset } from './picture-sources.ts';

const TAGS = [...ALLOWED_TAGS, 'section', 'div'];

const ATTRIBUTES: Record<string, string[]> = {
  ...ALLOWED_ATTRIBUTES,
  img: ['src', 'srcset', 'sizes', 'alt', 'width', 'height', 'loading'],
};

/** Matches a path on this site. A path that begins with two slashes would be a URL of another host. */
const OWN_PATH = /^\/(?![/\\])/;
/** Matches the URLs that pictures may have. */
const ADDRESS = /^(https:\/\/|#|\/(?![/\\]))/;
/** Matches the URLs that links may have. */
const HREF = /^(https:\/\/|mailto:|#|\/(?![/\\]))/;

/**
 * Replaces the element name of a picture that cannot be shown, so that the sanitiser removes the element as not
 * allowed. With its own filter, the sanitiser would copy the whole text for each removed picture.
 */
export const NO_PICTURE = 'no-picture';

/**
 * Sanitises the HTML of a chapter, so that it contains only text markup and can be inserted into a page. Parses the
 * result again to verify this. Takes linear time, because elements nested more deeply than the contract allows
 * (html-limits.ts) are removed.
 * @throws Error if the result contains anything other than text markup
 */
export function safeChapterHtml(html: string, addresses: ChapterAddresses): string {
  const clean = sanitize(html, {
    allowedTags: TAGS,
    allowedAttributes: ATTRIBUTES,
    allowedSchemes: ['https', 'mailto'],
    allowProtocolRelative: false,
    allowedSchemesAppliedToAttributes: ['href', 'src'],
    disallowedTagsMode: 'discard',
    nestingLimit: MAX_CHAPTER_DEPTH,
    transformTags: {
      h1: 'h2',
      '*': (tagName, attribs) => ({ tagName, attribs: commonAttributes(attribs) }),
      a: (tagName, { href = '', ...attribs }) => ({ tagName, attribs: linkAttributes(href, attribs, addresses) }),
      img: (tagName, attribs) => picture(tagName, pictureAttributes(attribs, addresses.mediaUrl)),
    },
  });
  verify(clean);
  return clean;
}

function commonAttributes({ id, class: classes = '', ...attribs }: Record<string, string>): Record<string, string> {
  const allowed = allowedClasses(classes);
  return { ...attribs, ...(id && { id: ID_PREFIX + id }), ...(allowed !== undefined && { class: allowed }) };
}

/**
 * Returns the attributes of a link. A link within the book gets a URL of the site, and an external link gets `rel`. Any
 * other link loses its URL but is kept, because it may be the target of another link.
 */
function linkAttributes(
  href: string,
  { rel: _rel, ...attribs }: Record<string, string>,
  { chapterHref, ownHref }: ChapterAddresses,
): Record<string, string> {
  const inside = bookHref(href, chapterHref) ?? ownHref?.(href);
  if (inside !== undefined) return { ...attribs, href: inside };
  return href.startsWith('https://') ? { ...attribs, href, rel: 'nofollow ugc noopener' } : attribs;
}

const picture = (tagName: string, attribs: Record<string, string>) =>
  ADDRESS.test(attribs['src'] ?? '') ? { tagName, attribs } : { tagName: NO_PICTURE, attribs: {} };

/**
 * Returns the attributes of a picture, which loads lazily. If it has a `srcset`, it loads in the width of the text
 * column.
 */
function pictureAttributes(
  { src = '', srcset = '', sizes: _sizes, alt = '', ...attribs }: Record<string, string>,
  mediaUrl: (url: string) => string,
): Record<string, string> {
  const addressOf = (url: string) => (OWN_PATH.test(url) ? mediaUrl(url) : url);
  const candidates = parseSrcset(srcset).map(({ url, width }) => ({ url: addressOf(url), width }));
  const hasSrcset = candidates.length > 0 && candidates.every(({ url }) => ADDRESS.test(url));
  return {
    ...attribs,
    src: addressOf(src),
    ...(hasSrcset && { srcset: formatSrcset(candidates), sizes: PICTURE_SIZES }),
    loading: 'lazy',
    alt,
  };
}

/**
 * Checks that HTML contains only text markup. Reads it tag by tag, because building a tree, as browsers do, would take
 * quadratic time for paragraphs in unclosed elements.
 * @throws Error if it contains anything else
 */
function verify(html: string): void {
  const ignore = () => {};
  const refuse = () => {
    throw new Error('the sanitiser let a comment or declaration through');
  };
  const onStartTag = ({ tagName, attrs }: Token.TagToken) => {
    if (!TAGS.includes(tagName)) throw new Error(`the sanitiser let <${tagName}> through`);
    for (const { name, value } of attrs) verifyAttribute(tagName, name, value);
  };
  const handler = {
    onStartTag,
    onEndTag: ignore,
    onComment: refuse,
    onDoctype: refuse,
    onEof: ignore,
    onCharacter: ignore,
    onNullCharacter: ignore,
    onWhitespaceCharacter: ignore,
  };
  new Tokenizer({}, handler).write(html, true);
}

function verifyAttribute(tag: string, name: string, value: string): void {
  const allowed = [...(ATTRIBUTES['*'] ?? []), ...(ATTRIBUTES[tag] ?? [])].includes(name);
  const isInvalid =
    !addressesIn(name, value).every((address) => (name === 'href' ? HREF : ADDRESS).test(address)) ||
    (name === 'class' && allowedClasses(value) !== value);
  if (!allowed || isInvalid) {
    throw new Error(`the sanitiser let ${name}="${value}" on <${tag}> through`);
  }
}

/**
 * Returns the URLs in an attribute. For a `srcset` that cannot be parsed, returns an empty URL, which is not allowed.
 */
function addressesIn(name: string, value: string): string[] {
  if (name !== 'srcset') return name === 'href' || name === 'src' ? [value] : [];
  const addresses = parseSrcset(value).map(({ url }) => url);
  return addresses.length > 0 ? addresses : [''];
}
